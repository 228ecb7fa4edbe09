import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { ListTexts } from '#src/i18n/namespace.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';

export type ListText = TextOf<keyof ListTexts>;

/** SYNX from base units, as decimal text. */
export function synxOf(units: bigint): string {
  return formatUnits(units, SYNX_DECIMALS);
}

/** An amount in a sentence of a language that is written from right to left. */
export function isolated(amount: string): string {
  return `\u2068${amount}\u2069`;
}
