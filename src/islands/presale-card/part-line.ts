import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import type { CardText } from './card-text.ts';
import type { CardModel } from './use-card.ts';

/** One part of a purchase that spans phases: its whole SYNX, its price and its phase. */
export function partLine(t: CardText, tag: string, part: CardModel['quote']['parts'][number]): string {
  return t('presale.rate.part', {
    tokens: formatNumber(String(part.tokens), tag),
    price: formatUsd(formatUnits(part.priceMicroUsd, 6), tag, 6),
    phase: part.phase,
  });
}
