import { AmountField } from './AmountField.tsx';
import { isIndicative } from './card-quote.ts';
import type { CardText } from './card-text.ts';
import { hasEnded } from './has-ended.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import { PurchaseButton } from './PurchaseButton.tsx';
import { Receive } from './Receive.tsx';
import type { CardModel } from './use-card.ts';

interface Props {
  readonly t: CardText;
  readonly tag: string;
  readonly card: CardModel;
  readonly onSelect: () => void;
  readonly onBasis: () => void;
}

/** Network, token, amount, the tokens it buys, and the purchase button. */
export function PaymentForm({ t, tag, card, onSelect, onBasis }: Props) {
  const indicative = isIndicative(card);
  const busy = card.purchase.stage !== 'idle';
  return (
    <div className="stack">
      <PaymentChoice t={t} card={card} busy={busy} onSelect={onSelect} />
      <AmountField t={t} tag={tag} card={card} busy={busy} />
      <Receive t={t} tag={tag} card={card} onBasis={onBasis} />
      <PurchaseButton t={t} card={card} />
      {(indicative || !hasEnded(card.pricing.data)) && (
        <p className="note sale-note">{t(indicative ? 'presale.rate.indicative' : 'presale.rate.note')}</p>
      )}
    </div>
  );
}
