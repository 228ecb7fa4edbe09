import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';
import { $paymentRequests, isDoubted } from '#src/purchase/payment-requests.ts';
import { $answers, $outbox } from '#src/purchase/pending-purchases.ts';
import { $tracked } from '#src/purchase/purchase-store.ts';
import { sameHash } from '#src/purchase/replaced-payment.ts';
import type { CardText } from './card-text.ts';
import { successText } from './success-text.ts';

export interface StoredProps {
  readonly t: CardText;
  readonly tag: string;
  readonly trackPath: string;
  /** Hash that this page could not have recorded, if any. */
  readonly sent: string | null;
  /** Shows the form; null while it shows. */
  readonly onMore: (() => void) | null;
}

/** The newest payment that the browser keeps: after a reload, in another tab, or while the API has not recorded it. */
export function StoredNote({ t, tag, trackPath, sent, onMore }: StoredProps) {
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
        <a className="link" href={trackAddress(trackPath, { hash, chainId })}>
          {t('error.track')}
        </a>
      </p>
      {onMore !== null && (
        <button className="button" type="button" onClick={ask}>
          {t('presale.success.more')}
        </button>
      )}
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
