import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { reasonKey, statusSentenceKey } from '#src/purchase/payment-statuses.ts';
import { HashLinks } from './HashLinks.tsx';
import type { Transaction } from './merge-transactions.ts';
import type { PaymentsPage } from './payments-props.ts';

/** One transaction of the list: its time, the amount paid and bought, and its state. */
export function TransactionItem({ transaction }: { readonly transaction: Transaction }) {
  const { t, tag, trackPath, receiptPath } = usePage<PaymentsPage>();
  const { hash, chainId, amount, coin, tokens, status, reason, confirmations, reversals, at, receipt } = transaction;
  const { unlisted, replaces, replacedBy, refunded, refundUsd } = transaction;
  const time = new Date(at).toISOString();
  const unknown = unlisted ? t('payment.notListed') : '–';
  const paid = amount === null ? (coin ?? unknown) : `${formatNumber(amount, tag, 0, 18)} ${coin ?? ''}`;
  return (
    <li>
      <p className="row row-between">
        <strong className="ltr">{paid}</strong>
        {tokens !== null && (
          <span className="number ltr">{t('pay.list.tokens', { tokens: formatNumber(tokens, tag) })}</span>
        )}
      </p>
      <p className="note row row-between">
        <time dateTime={time}>{formatTime(time, tag)}</time>
        {chainId !== null && <span>{CHAINS[chainId].name}</span>}
      </p>
      <p>
        {status === null
          ? t('pay.list.kept')
          : status === 'confirming'
            ? t('pay.steps.confirm', { confirmations, required: REQUIRED_CONFIRMATIONS })
            : t(refunded ? 'payment.refunded' : statusSentenceKey(status))}
      </p>
      {refundUsd !== null && (
        <p className="note">
          {t('payment.refund')} <span className="ltr">{formatUsd(refundUsd, tag)}</span>
        </p>
      )}
      {replaces && <p className="note">{t('pay.steps.replaced')}</p>}
      {reason !== null && <p className="note">{t(reasonKey(reason))}</p>}
      {reversals > 0 && <p className="note">{t('payment.reversals')}</p>}
      <HashLinks hash={hash} chainId={chainId} receipt={receipt && `${receiptPath}?id=${receipt}`} />
      {replacedBy !== null && (
        <Link text={t('payment.successor')} href={trackAddress(trackPath, { hash: replacedBy, chainId })} />
      )}
    </li>
  );
}
