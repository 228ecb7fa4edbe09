import { formatFixed } from '#src/lib/money/decimal.ts';

const SHARE_DECIMALS = 4;

/** Percent with four decimals, truncated; 0 if the whole is 0. */
export function sharePercent(amount: bigint, all: bigint): string {
  return all <= 0n
    ? '0'
    : formatFixed((amount * 100n * 10n ** BigInt(SHARE_DECIMALS)) / all, SHARE_DECIMALS, SHARE_DECIMALS);
}
