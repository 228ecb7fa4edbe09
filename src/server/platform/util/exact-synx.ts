import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';

/** An amount in 1e-9 SYNX to its last digit, for our own words in English. */
export function exactSynx(units: bigint): string {
  return `${formatUnits(units, SYNX_DECIMALS)} SYNX`;
}
