import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';

/** SYNX from base units, as decimal text. */
export function synxOf(units: bigint): string {
  return formatUnits(units, SYNX_DECIMALS);
}

/** An amount in a sentence of a language that is written from right to left. */
export function isolated(amount: string): string {
  return `\u2068${amount}\u2069`;
}
