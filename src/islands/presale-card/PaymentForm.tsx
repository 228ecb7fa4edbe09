import { usePage } from '#src/components/ui/page.tsx';
import { useServerClock } from '#src/components/ui/use-server-clock.ts';
import { CHAINS } from '#src/config/chains.ts';
import { usdToDecimal } from '#src/lib/money/quote.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { isIndicative, partLine } from '#src/purchase/offer/card-quote.ts';
import { hasEnded } from '#src/stores/presale.ts';
import { AmountField } from './AmountField.tsx';
import type { CardPiece, CardProps } from './card-props.ts';
import { PaymentChoice } from './PaymentChoice.tsx';
import { PurchaseButton } from './PurchaseButton.tsx';

interface Props extends Pick<CardPiece, 'card' | 'onSelect'> {
  readonly onBasis: () => void;
}

/** Network, token, amount, the tokens it buys, and the purchase button. */
export function PaymentForm({ card, onSelect, onBasis }: Props) {
  const { t } = usePage<CardProps>();
  const indicative = isIndicative(card);
  const busy = card.purchase.stage !== 'idle';
  return (
    // Enter in the amount presses the purchase button.
    <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      <PaymentChoice card={card} busy={busy} onSelect={onSelect} />
      <AmountField card={card} busy={busy} onSelect={onSelect} />
      <Receive card={card} onBasis={onBasis} />
      <PurchaseButton card={card} />
      {(indicative || !hasEnded(card.pricing.data)) && (
        <p className="note sale-note">{t(indicative ? 'presale.rate.indicative' : 'presale.rate.note')}</p>
      )}
    </form>
  );
}

/** What the amount buys, with the rates behind it; stand-in prices are marked as such (decision 6). */
export function Receive({ card, onBasis }: Omit<Props, 'onSelect'>) {
  const { t, tag } = usePage<CardProps>();
  const { quote, rates, token, draft, pricing } = card;
  const readAt = pricing.data?.serverTime;
  const now = useServerClock(readAt);
  const minutes = readAt === undefined ? 0 : Math.floor((now - Date.parse(readAt)) / 60_000);
  const indicative = isIndicative(card);
  const tokens = formatNumber(String(quote.tokens), tag);
  return (
    <div className="receive">
      <p className="label">{t('presale.receive')}</p>
      <output className={indicative ? 'figure note' : 'figure'}>{t('presale.receiveTokens', { tokens })}</output>
      <dl className="rates number">
        <div>
          <dt>{t('presale.rate.usdPrice')}</dt>
          <dd className="ltr">{t('presale.rate.token', { price: formatUsd(rates.synx, tag, 6) })}</dd>
        </div>
        {token.pricing === 'feed' && (
          <div>
            <dt>{t('presale.rate.coinPrice', { coin: CHAINS[draft.chainId].nativeCurrency.symbol })}</dt>
            <dd className="ltr">{formatUsd(rates.coin, tag, 4)}</dd>
          </div>
        )}
      </dl>
      {quote.parts.length > 1 &&
        quote.parts.map((part) => (
          <p className="note number" key={part.phase}>
            {partLine(t, tag, part)}
          </p>
        ))}
      {quote.unallotted > 0n && <p className="warning">{t('presale.rate.exceeds', { tokens })}</p>}
      {card.amount > 0n && (
        <p className="note number">
          <span>{t('presale.rate.value', { usd: formatUsd(usdToDecimal(quote.value), tag) })}</span>{' '}
          <button className="link-inline" type="button" onClick={onBasis}>
            {t('presale.basis')}
          </button>
        </p>
      )}
      {minutes > 0 && <p className="note">{t('presale.rate.age', { minutes })}</p>}
    </div>
  );
}
