import type { LaterTexts } from '#src/client/load-texts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { maxAmount } from '#src/purchase/purchase-rules.ts';
import type { BuyRest } from './buy-rest.ts';
import type { CardText } from './card-text.ts';
import { saleRest } from './most-to-pay.ts';
import type { CardModel } from './use-card.ts';

export interface FillProps {
  readonly t: CardText;
  readonly later: TextOf<keyof LaterTexts>;
  readonly tag: string;
  readonly card: CardModel;
  readonly busy: boolean;
  /** Buy Rest's offer for the phase. */
  readonly rest: BuyRest;
  readonly onFill: (amount: string) => void;
}

/**
 * One tap for the amount that the sale can take, if the wallet has more; only with live prices, and not in addition to
 * Buy Rest. Says so once it is filled in, as MAX does it, too.
 */
export function FillSale({ t, later, tag, card, busy, rest, onFill }: FillProps) {
  const { token, balance, minimum, quote } = card;
  const all = saleRest(card);
  if (all === null || balance === null || all < minimum || all >= maxAmount(token, balance)) return null;
  if (all === card.amount)
    return (
      <p className="note" role="status">
        {later('pay.amount.rest', { tokens: formatNumber(String(quote.tokens), tag) })}
      </p>
    );
  const amount = formatUnits(all, token.decimals);
  if (rest.state === 'offered' && rest.amount === amount) return null;
  return (
    <button className="button button-small" type="button" disabled={busy} onClick={() => onFill(amount)}>
      {t('presale.fillSale', { amount: formatNumber(amount, tag, 0, 6), token: token.display })}
    </button>
  );
}
