import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import {
  $paymentRequests,
  isDoubted,
  isInDoubt,
  needsConsent,
  type PaymentRequest,
  requestTime,
  settleRequest,
} from '#src/purchase/payment-requests.ts';
import { $answers, $outbox, sameHash } from '#src/purchase/pending-purchases.ts';
import { $purchase, $tracked } from '#src/purchase/purchase-state.ts';
import type { LaterCardProps } from './card-props.ts';
import { successText } from './SuccessPanel.tsx';

export interface StoredProps {
  /** Hash that this page could not have recorded, if any. */
  readonly sent: string | null;
  /** Shows the form; null while it shows. */
  readonly onMore: (() => void) | null;
}

/** The newest payment that the browser keeps: after a reload, in another tab, or while the API has not recorded it. */
export function StoredNote({ sent, onMore }: StoredProps) {
  const { t, tag, trackPath } = usePage<LaterCardProps>();
  useStore($paymentRequests);
  // One that no node has shown for too long is told of as unknown.
  const newest = useStore($outbox).findLast(({ body }) => !isDoubted(body.transactionHash));
  const answers = useStore($answers);
  const tracked = useStore($tracked);
  const { note, ask } = useAmountFocus(onMore);
  if (newest === undefined) return null;
  const { transactionHash: hash, chainId: stated } = newest.body;
  const answer = answers[hash];
  const chainId = answer?.chainId ?? (isChainId(stated) ? stated : null);
  const symbol = answer?.paymentMethod ?? newest.body.paymentMethod;
  const amount = answer?.paymentAmount ?? newest.body.paymentAmount;
  const coin = chainId === null || symbol == null ? undefined : (findToken(chainId, String(symbol))?.display ?? symbol);
  const isTracked = tracked?.hash != null && sameHash(tracked.hash, hash);
  const confirmations = isTracked ? tracked.confirmations : answer?.confirmations;
  const text = (status: PaymentStatus, count: number, required: number) =>
    t(successText(status, null), { confirmations: count, required });
  return (
    <div className="card-banner stack-tight" ref={note}>
      <p>
        <strong>{t('presale.success.payment')}</strong>
        {amount != null && coin !== undefined && (
          <strong className="ltr">{` ${formatNumber(String(amount), tag, 0, 18)} ${coin}`}</strong>
        )}
      </p>
      <p className="number" role="status" data-room={text('confirming', 0, REQUIRED_CONFIRMATIONS)}>
        {answer !== undefined && text(answer.status, confirmations ?? 0, answer.required)}
      </p>
      <p className="note">
        {t(sent === hash && answer === undefined ? 'presale.recordingLater' : 'presale.stillOpen')}
      </p>
      <p>
        <Link text={t('error.track')} href={trackAddress(trackPath, { hash, chainId })} />
      </p>
      {onMore !== null && <Button text={t('presale.success.more')} onClick={ask} />}
    </div>
  );
}

/** The focus goes from the button, which leaves, to the amount of the form that takes its place. */
function useAmountFocus(onMore: StoredProps['onMore']) {
  const note = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current && onMore === null) note.current?.closest('section')?.querySelector('input')?.focus();
  }, [onMore]);
  const ask = () => {
    isAsked.current = true;
    onMore?.();
  };
  return { note, ask };
}

/**
 * The payments that a wallet was asked for and of which nobody knows yet whether they were sent; all of them, because a
 * tick covers each.
 */
export function UnknownPayments() {
  const { t, tag } = usePage<LaterCardProps>();
  const requests = useStore($paymentRequests).filter(isInDoubt);
  const isPaid = useStore($purchase).stage === 'success';
  return requests.map((request) => {
    // A refusal of this moment is no reason for a warning; one that could not be confirmed in time is.
    const isDoubtful = needsConsent(request, requestTime());
    // Above a payment that was made since, it would read as if that one had been cancelled.
    if (isPaid && !isDoubtful) return null;
    const line = t(request.state === 'refused' ? 'pay.unknown.refused' : 'pay.unknown.text');
    return (
      <section className={`card-banner stack-tight${isDoubtful ? ' warning' : ''}`} key={request.id}>
        <p>
          <strong>{isDoubtful ? t('pay.unknown.title') : line}</strong>
        </p>
        <p className="number">{t('pay.unknown.payment', wordsOf(request, tag))}</p>
        {isDoubtful && (
          <>
            <p className="note">{line}</p>
            <p>
              <Button look="small" text={t('pay.unknown.dismiss')} onClick={() => settleRequest(request.id)} />
            </p>
          </>
        )}
      </section>
    );
  });
}

function wordsOf({ claims, askedAt }: PaymentRequest, tag: string) {
  const { chainId, paymentMethod, paymentAmount, walletAddress } = claims;
  const symbol = String(paymentMethod ?? '');
  const coin = isChainId(chainId) ? (findToken(chainId, symbol)?.display ?? symbol) : symbol;
  const values = {
    amount: `${formatNumber(String(paymentAmount ?? ''), tag, 0, 18)} ${coin}`,
    network: isChainId(chainId) ? CHAINS[chainId].name : '–',
    account: shortenAddress(walletAddress),
    time: formatTime(new Date(askedAt).toISOString(), tag),
  };
  // Each keeps its own direction within the sentence: FIRST STRONG ISOLATE … POP DIRECTIONAL ISOLATE.
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]));
}
