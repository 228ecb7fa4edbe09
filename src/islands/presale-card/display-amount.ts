import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';

/**
 * Base units formatted for people: tokens of 6 decimals with two, all others with up to six digits (R9.014, R9.015).
 */
export function displayAmount(units: bigint, decimals: number, tag: string): string {
  return decimals === 6
    ? formatNumber(formatUnits(units, decimals), tag, 2)
    : formatNumber(formatUnits(units, decimals), tag, 0, 6);
}
