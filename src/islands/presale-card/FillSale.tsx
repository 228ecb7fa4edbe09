import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { maxAmount } from '#src/purchase/purchase-rules.ts';
import type { BuyRest } from './buy-rest.ts';
import type { CardText } from './card-text.ts';
import { restAmount } from './rest-amount.ts';
import type { CardModel } from './use-card.ts';

export interface FillProps {
  readonly t: CardText;
  readonly tag: string;
  readonly card: CardModel;
  readonly busy: boolean;
  /** Buy Rest's offer for the phase. */
  readonly rest: BuyRest;
  readonly onFill: (amount: string) => void;
}

/**
 * One tap for the amount that the sale can take, when MAX would pay more; only with live prices, and not in addition to
 * Buy Rest.
 */
export function FillSale({ t, tag, card, busy, rest, onFill }: FillProps) {
  const { token, rates, balance, minimum } = card;
  const { data: pricing } = card.pricing;
  const all = token.address !== null || rates.coinLive ? restAmount(token, rates, pricing) : null;
  if (all === null || balance === null || all < minimum || all >= maxAmount(token, balance)) return null;
  const amount = formatUnits(all, token.decimals);
  if (rest.state === 'offered' && rest.amount === amount) return null;
  return (
    <button className="button button-small" type="button" disabled={busy} onClick={() => onFill(amount)}>
      {t('presale.fillSale', { amount: formatNumber(amount, tag, 0, 6), token: token.display })}
    </button>
  );
}
