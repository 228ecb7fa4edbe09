import { useStore } from '@nanostores/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { CountedUp } from '#src/components/ui/CountedUp.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { explorerUrl } from '#src/config/explorer-url.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { resetPurchase } from '#src/purchase/offer/purchase.ts';
import { isPurchase, isSeen, statusFacts } from '#src/purchase/payment-statuses.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import type { $purchase, CardState } from '#src/purchase/purchase-state.ts';
import { $account } from '#src/stores/wallet-state.ts';
import type { LaterCardProps } from './card-props.ts';

export interface SuccessProps {
  readonly purchase: ReturnType<(typeof $purchase)['get']>;
}

/** The purchase and the progress of its crediting; says that the tokens are not in the wallet yet (decision 21). */
export function SuccessPanel({ purchase }: SuccessProps) {
  const { t, tag, stakingPath } = usePage<LaterCardProps>();
  const answers = useStore($answers);
  const title = useFocus();
  const connected = useStore($account);
  const { quoted, account, chainId, confirmations, watch } = purchase;
  // An answer that the outbox received after the page stopped watching is newer.
  const result = answers[purchase.hash ?? ''] ?? purchase.result;
  if (result === null) return null;
  const hash = result.transactionHash;
  const replaced = purchase.replaced || hash !== purchase.hash?.toLowerCase();
  const allocated = result.tokensAllocated ?? result.tokenAmount;
  const bought = isBought(result.status, allocated) && isSeen(result);
  const tokens = allocated ?? (replaced || !bought ? null : quoted);
  const credited = isCredited(result.status, allocated, watch);
  // The panel belongs to the account that paid: with another one in the wallet, nothing here is for that one.
  const isOthers = account !== null && account.toLowerCase() !== connected;
  const line = successText(result.status, watch);
  // Said once: the line above may already say that they are credited.
  const isSaid = line === 'presale.success.credited' && !isOthers;
  const noteKey = !credited ? 'onceCredited' : isSaid ? 'notMoved' : 'notInWallet';
  const debug = result.status === 'debug';
  const explorer = debug || chainId === null ? null : explorerUrl(chainId, 'tx', hash);
  return (
    <div className="receive" role="status">
      <h3 ref={title} className={bought && credited && !debug ? 'success' : undefined} tabIndex={-1}>
        {t(`presale.success.${bought ? 'title' : 'payment'}`)}
      </h3>
      {tokens && (
        <>
          <p className="label">{t('presale.success.bought')}</p>
          <p className="figure">
            <CountedUp
              from="0"
              value={tokens}
              write={(amount) => t('presale.receiveTokens', { tokens: formatNumber(amount, tag) })}
            />
          </p>
          {allocated === null && <p className="note">{t('presale.rate.note')}</p>}
        </>
      )}
      {replaced && <p className="note">{t('presale.success.replaced')}</p>}
      <p className="number">
        {isOthers && credited
          ? t('pay.success.otherAccount', { account: shortenAddress(account) })
          : t(line, { confirmations, required: result.required })}
      </p>
      {result.refundUsd !== null && (
        <p className="warning">{t('presale.success.refund', { usd: formatUsd(result.refundUsd, tag) })}</p>
      )}
      {result.belowMinimum && <p className="note">{t('presale.success.belowMinimum')}</p>}
      {!debug && bought && <p className="note">{t(`presale.success.${noteKey}`)}</p>}
      {account !== null && !debug && (
        <p className="note">{t('pay.success.payer', { account: shortenAddress(account) })}</p>
      )}
      {explorer !== null && <Link text={t('presale.success.explorer')} apart href={explorer} />}
      <div className="row">
        {credited && !isOthers ? (
          <Link look="button" text={t('presale.success.stake')} href={stakingPath} />
        ) : (
          !debug && bought && !isOthers && <Button text={t('presale.success.stake')} disabled />
        )}
        <Button text={t('presale.success.more')} onClick={resetPurchase} />
      </div>
    </div>
  );
}

/** Returns the ref of the panel's title: it takes the focus of the form's button, and later gives it to the form. */
function useFocus(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  // A layout effect is cleaned up while the panel is still in the page; the form comes after that.
  useLayoutEffect(() => {
    const panel = title.current?.parentElement;
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    return () => {
      if (panel?.contains(document.activeElement)) setTimeout(focusAmount);
    };
  }, []);
  return title;
}

function focusAmount(): void {
  document.querySelector<HTMLElement>('.sale-form .amount input')?.focus({ preventScroll: true });
}

/** Whether the panel may call it a purchase: not while under review without tokens, nor if unsent or failed. */
export function isBought(status: PaymentStatus, tokensAllocated: string | null): boolean {
  return statusFacts(status).outcome === 'needs-staff' ? tokensAllocated !== null : isPurchase(status);
}

/** Whether tokens of the payment are on the buyer's balance, so that they can be staked. */
export function isCredited(status: PaymentStatus, tokensAllocated: string | null, watch: CardState['watch']): boolean {
  const isWithStaff = statusFacts(status).outcome === 'needs-staff';
  return status === 'credited' || watch === 'credited' || (isWithStaff && tokensAllocated !== null);
}

/** Which text describes the state of the payment to the buyer, by its status and the watch over its confirmations. */
export function successText(status: PaymentStatus, watch: CardState['watch']) {
  const key = statusFacts(watch === 'credited' ? watch : status).successText;
  return watch === 'ended' && key === 'presale.success.confirming' ? 'presale.success.processing' : key;
}
