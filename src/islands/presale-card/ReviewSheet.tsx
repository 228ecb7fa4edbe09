import { useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { CHAINS } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { findToken } from '#src/config/tokens.ts';
import { formatUnits, parseDecimal } from '#src/lib/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/format-number.ts';
import { groupAddress } from '#src/lib/group-address.ts';
import { formatUsd as usdText, usdValue } from '#src/lib/quote.ts';
import { answerReview } from '#src/stores/purchase.ts';
import { acceptedTerms, storeTerms } from '#src/wallet/terms-consent.ts';
import { cardQuote } from './card-quote.ts';
import { partLine } from './part-line.ts';
import type { PartProps } from './part-props.ts';
import { reviewAge } from './review-age.ts';
import { TermsBox } from './TermsBox.tsx';
import { useServerClock } from './use-server-clock.ts';

/** What will be sent, to whom and for what, before the wallet opens (F46). Nothing is sent without Confirm; Cancel has the focus. */
export function ReviewSheet({ t, tag, card, terms }: PartProps) {
  const { intent, review } = card.purchase;
  const now = useServerClock(undefined);
  const [accepted, setAccepted] = useState(() => acceptedTerms() === terms.version);
  const [ticked, setTicked] = useState(false);
  const [missed, setMissed] = useState(false);
  const token = intent === null ? undefined : findToken(intent.chainId, intent.symbol);
  if (intent === null || review === null || token === undefined) return null;

  const { name, networkName, nativeCurrency } = CHAINS[intent.chainId];
  const { rates } = review.quote;
  const synx = formatUnits(rates.synxE8, 8);
  const amount = parseDecimal(intent.amount, token.decimals) ?? 0n;
  const quote = cardQuote(token, amount, { coinE8: rates.coinE8, synx }, card.pricing.data);
  const isOld = now - review.checkedAt > OFFER_MAX_AGE_MS;

  const cancel = () => answerReview(null);
  const confirm = () => {
    if (!accepted && !ticked) return setMissed(true);
    storeTerms(terms.version);
    setAccepted(true);
    answerReview({ termsVersion: terms.version });
  };
  return (
    <Dialog title={t('pay.review.title')} onClose={cancel}>
      <dl className="facts">
        <div>
          <dt>{t('pay.review.pay')}</dt>
          <dd>
            <span className="figure ltr">
              {formatNumber(formatUnits(amount, token.decimals), tag, 0, token.decimals)} {token.display}
            </span>
            <span className="note block">{t('presale.rate.value', { usd: formatUsd(usdText(quote.value), tag) })}</span>
          </dd>
        </div>
        <div>
          <dt>{t('pay.review.network')}</dt>
          <dd>{networkName === name ? name : `${name} (${networkName})`}</dd>
        </div>
        <div>
          <dt>{t('pay.review.recipient')}</dt>
          <dd>
            <span className="address ltr number">
              {groupAddress(review.recipient).map((group, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never change their order
                <span key={index}>{group}</span>
              ))}
            </span>
            <span className="note block">{t('pay.review.compare')}</span>
          </dd>
        </div>
        <div>
          <dt>{t('pay.review.gas')}</dt>
          <dd>
            {review.gasCost === null
              ? t('pay.review.gasUnknown')
              : t('pay.review.gasAtMost', {
                  amount: formatNumber(formatUnits(review.gasCost, 18), tag, 0, 8),
                  coin: nativeCurrency.symbol,
                  usd: formatUsd(usdText(usdValue(review.gasCost, 18, card.rates.coinE8)), tag, 4),
                })}
          </dd>
        </div>
        <div>
          <dt>{t('pay.review.receive')}</dt>
          <dd>
            <span className="figure ltr">
              {t('presale.receiveTokens', { tokens: formatNumber(String(quote.tokens), tag) })}
            </span>
            {quote.parts.length > 1 &&
              quote.parts.map((part) => (
                <span className="note block number" key={part.phase}>
                  {partLine(t, tag, part)}
                </span>
              ))}
          </dd>
        </div>
        <div>
          <dt>{t('pay.review.price')}</dt>
          <dd>
            <span className="ltr number">{t('presale.rate.token', { price: formatUsd(synx, tag, 6) })}</span>
            <span className={isOld ? 'warning block' : 'note block'}>
              {isOld ? t('pay.review.old') : t('pay.review.age', { seconds: reviewAge(review, now) })}
            </span>
            <span className="note block">{t('presale.rate.note')}</span>
          </dd>
        </div>
      </dl>
      <ul className="notes">
        <li>{t('pay.review.credited')}</li>
        <li>{t('pay.review.locked')}</li>
        <li>{t('pay.review.final')}</li>
      </ul>
      {!accepted && (
        <TermsBox t={t} path={terms.path} missed={missed && !ticked} ticked={ticked} onChange={setTicked} />
      )}
      <div className="row row-between">
        <button className="button" type="button" data-first-focus onClick={cancel}>
          {t('pay.review.cancel')}
        </button>
        <button
          className="button button-primary"
          type="button"
          onClick={isOld ? () => answerReview({ termsVersion: null }) : confirm}
        >
          {t(isOld ? 'pay.review.refresh' : 'pay.review.confirm')}
        </button>
      </div>
    </Dialog>
  );
}
