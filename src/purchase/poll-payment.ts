import type { ChainId } from '#src/config/chains.ts';
import { PROVIDER_TIMES, PURCHASE_TIMES } from '#src/config/limits.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { isDoubted } from './payment-requests.ts';
import { outcomeOf } from './payment-statuses.ts';
import type { RunEvent } from './purchase-events.ts';
import { type Confirmations, readConfirmations } from './read-confirmations.ts';
import { sameHash } from './replaced-payment.ts';

export interface Polling {
  readonly run: number;
  readonly hash: string;
  readonly chainId: ChainId;
  readonly quoted: string;
  readonly provider: Provider | null;
  /** Posts the hash again: idempotent, answers the current state, of the replacement if the payment was replaced. */
  readonly post: () => Promise<PurchaseResponse>;
  /** False once the payment was found under a hash that the wallet did not name. */
  readonly isFollowed: () => boolean;
  readonly dispatch: (event: RunEvent) => void;
}

/**
 * Follows a recorded payment: every 10 s, at most 30 times, reads the receipt through the wallet until 6 confirmations
 * (R4.022), then posts the hash again; only the API's answer credits. If the wallet cannot tell, or sees it in no
 * block, the API is asked. Once the wallet replaced it (sped up, changed), the replacement is followed.
 */
export async function pollPayment(polling: Polling): Promise<void> {
  const { run, dispatch } = polling;
  let { hash, quoted } = polling;
  for (let poll = 1; poll <= PURCHASE_TIMES.receiptPolls; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, PURCHASE_TIMES.receiptPollMs));
    if (!polling.isFollowed()) return;
    // The card has been told (follow-requests.ts).
    if (isDoubted(hash)) return;
    const seen = await look({ ...polling, hash });
    if (seen.kind === 'counted') dispatch({ type: 'confirmations', run, count: seen.count });
    // A transaction in no block may have been replaced or cancelled; the API finds that by its nonce.
    const isUnsure = seen.kind !== 'counted' || seen.count === 0 || seen.count >= REQUIRED_CONFIRMATIONS;
    const wantsReply = isUnsure || poll === PURCHASE_TIMES.receiptPolls;
    const result = wantsReply ? await polling.post().catch(() => null) : null;
    const isReplaced = result !== null && !sameHash(result.transactionHash, hash);
    if (isReplaced) {
      hash = result.transactionHash;
      quoted = '';
      dispatch({ type: 'replaced', run, result });
    }
    if (result !== null) dispatch({ type: 'reply', run, result, quoted });
    if (result !== null && outcomeOf(result.status) !== 'open') return;
    if (isReplaced) continue;
    if (seen.kind === 'reverted') return dispatch({ type: 'reverted', run });
  }
  dispatch({ type: 'polls-over', run });
}

async function look({
  provider,
  chainId,
  hash,
}: Pick<Polling, 'provider' | 'chainId' | 'hash'>): Promise<Confirmations> {
  if (provider === null) return { kind: 'unknown' };
  const reading = readConfirmations(provider, chainId, hash);
  return withDeadline(reading, PROVIDER_TIMES.desktopMs).catch((): Confirmations => ({ kind: 'unknown' }));
}
