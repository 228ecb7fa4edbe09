import { quantity } from '#src/chain/rpc-reader.ts';
import { readStorageAgain } from '#src/client/poll.ts';
import { RequestError } from '#src/client/request.ts';
import { type ToastText, toastTextOf } from '#src/client/request-message.ts';
import type { ChainId } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS, PROVIDER_TIMES, PURCHASE_TIMES } from '#src/config/limits.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { currentConnection, doubtConnection } from '#src/stores/current-connection.ts';
import { refreshAfterPurchase } from '#src/stores/refresh-after.ts';
import type { Notice } from '#src/wallet/notice.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { followAnew, isOneSentSince, readWalletPayments, type WalletPayments } from './follow-requests.ts';
import { postPayment, rememberPayment, takePolling } from './outbox.ts';
import { $paymentRequests, $unstored, isDoubted, type KeptPayments, keptPayments } from './payment-requests.ts';
import { outcomeOf } from './payment-statuses.ts';
import { $answers, $outbox, $pendingPurchases, type PendingPurchase, sameHash } from './pending-purchases.ts';
import { PurchaseRefusal, preparePurchase } from './purchase-checks.ts';
import { dispatch } from './purchase-machine.ts';
import { $tracked, type PurchaseIntent, type RunEvent, type SummaryAnswer } from './purchase-state.ts';
import { checkPurchase, sendPurchase } from './send-purchase.ts';

/** One attempt from checks to credit; `releaseReloads` once it is recorded. Throws only unforeseen errors. */
export async function runPurchase(
  run: number,
  intent: PurchaseIntent,
  given: Pick<PurchaseAttempt, 'kept' | 'summaryAnswer' | 'endSummary' | 'releaseReloads' | 'holdReloads'>,
): Promise<void> {
  let payment: Notice['payment'];
  const attempt: PurchaseAttempt = {
    run,
    intent,
    ...given,
    records: new Map(),
    releaseReloads: () => {
      holdWhileAlone(given.holdReloads, payment?.hash);
      given.releaseReloads();
    },
    dispatch: (event) => {
      const { chainId } = attempt.intent;
      if (event.type === 'hash') payment = { hash: event.hash, chainId };
      if (event.type === 'replaced') payment = { hash: event.result.transactionHash, chainId };
      dispatch(event, payment);
    },
  };
  try {
    const body = await send(attempt);
    if (body !== null) await record(attempt, body);
  } finally {
    attempt.releaseReloads();
  }
}

/** Blocks reloads while this page alone knows of a payment, or our API has not answered this purchase's own hash. */
function holdWhileAlone(hold: () => () => void, own: string | undefined): void {
  const isSafe = ({ body: { transactionHash: hash } }: PendingPurchase) =>
    $pendingPurchases.get()[hash] !== undefined && (hash !== own || $answers.get()[hash] !== undefined);
  const release = hold();
  const look = () => {
    if (Object.values($unstored.get()).some(Boolean) || !$outbox.get().every(isSafe)) return;
    for (const stop of stops) stop();
    release();
  };
  const stops = [$outbox, $paymentRequests, $answers].map((store) => store.listen(look));
  look();
}

/** One attempt to buy and its outcome. */
interface PurchaseAttempt {
  readonly run: number;
  /** The purchase; the summary can change its amount. */
  intent: PurchaseIntent;
  /** The payments when the button was pressed, and then those of each moment at which an open summary names them. */
  kept: KeptPayments;
  /** Our records of each account when the button was pressed, or when the account was first asked for. */
  readonly records: Map<string, Promise<WalletPayments>>;
  /** The visitor's answer to the next summary; null declines. */
  readonly summaryAnswer: () => Promise<SummaryAnswer | null>;
  readonly endSummary: () => void;
  readonly releaseReloads: () => void;
  readonly holdReloads: () => () => void;
  readonly dispatch: (event: RunEvent) => void;
}

async function send(attempt: PurchaseAttempt): Promise<PurchaseRequest | null> {
  const { run, dispatch } = attempt;
  try {
    for (;;) {
      const { intent } = attempt;
      readStorageAgain();
      // An old payment in doubt is looked for every ten minutes: no summary must go on naming what our records have.
      void followAnew();
      const plan = await preparePurchase(intent);
      if (plan.kind === 'debug') return plan.body;
      const { account, recipient, quote, pricesAt } = plan;
      const records = attempt.records.get(account) ?? readWalletPayments(account);
      attempt.records.set(account, records);
      const purchase = await checkPurchase({ intent, ...plan });
      // What turned out to be sent while the wallet was checked is named by the card, and no more by a summary.
      if (mustEnd(attempt)) {
        dispatch({ type: 'decline', run });
        return null;
      }
      const checkedAt = Date.now();
      const start = performance.now();
      const ageMs = () => Math.max(Date.now() - checkedAt, performance.now() - start);
      const answer = answerUnlessSent(attempt);
      const { shownFee: gasCost, unread } = purchase.gas;
      const summary = { account, recipient, quote, pricesAt, checkedAt, ageMs, gasCost, unread };
      dispatch({ type: 'summary', run, intent, summary });
      const approved = await answer;
      if (approved === null) {
        dispatch({ type: 'decline', run });
        return null;
      }
      if (approved.amount !== undefined) attempt.intent = { ...intent, amount: approved.amount };
      // If the prices aged during the summary, or the amount changed, check and show it again.
      if (attempt.intent !== intent || approved.again || ageMs() > OFFER_MAX_AGE_MS) continue;
      dispatch({ type: 'approve', run });
      const { kept } = attempt;
      const { termsVersion } = approved;
      const isOld = () => ageMs() > OFFER_MAX_AGE_MS;
      const sent = await sendPurchase(purchase, { run, dispatch, kept, records, isOld, termsVersion });
      // The summary is old, or another tab has asked for a payment since; the next one names it.
      if (sent === 'again') continue;
      if (sent !== 'ended') return sent;
      dispatch({ type: 'decline', run });
      return null;
    }
  } catch (error) {
    if (!(error instanceof PurchaseRefusal)) throw error;
    dispatch({ type: 'refuse', run, notice: error.notice });
    // The header shows an account that the wallet no longer names.
    if (error.notice.key === 'noAccountFound') doubtConnection();
    return null;
  }
}

/** Whether an earlier payment turned out to be sent, or to have gone to an address that is not ours. */
function mustEnd({ kept }: PurchaseAttempt): boolean {
  return isOneSentSince(kept) || $tracked.get()?.astray === true;
}

/**
 * The visitor's answer to a summary. If one of these is learnt, the summary ends and the card names that payment,
 * because a visitor who confirms now would not know of it.
 */
function answerUnlessSent(attempt: PurchaseAttempt): Promise<SummaryAnswer | null> {
  const answer = attempt.summaryAnswer();
  const look = () => {
    if (mustEnd(attempt)) attempt.endSummary();
    else attempt.kept = keptPayments();
  };
  look();
  const stops = [$outbox, $paymentRequests, $tracked].map((store) => store.listen(look));
  return answer.finally(() => {
    for (const stop of stops) stop();
  });
}

async function record(
  { run, intent, releaseReloads, dispatch }: PurchaseAttempt,
  body: PurchaseRequest,
): Promise<void> {
  const isReal = body.status !== 'debug';
  let hash = body.transactionHash;
  if (isReal) rememberPayment(body);
  const polling = isReal ? takePolling(hash) : null;
  // Not once it was found under another hash, which follow-requests.ts tells.
  const isFollowed = () => polling?.isFollowed() !== false;
  dispatch({ type: isReal ? 'hash' : 'record', run, intent, account: body.walletAddress, hash });
  try {
    const result = await postPayment(body);
    if (!isFollowed()) return;
    const isReplaced = !sameHash(result.transactionHash, hash);
    const quoted = isReplaced ? '' : String(body.tokenAmount ?? '');
    if (isReplaced) {
      hash = result.transactionHash;
      dispatch({ type: 'replaced', run, result });
    }
    dispatch({ type: 'recorded', run, result, quoted });
    releaseReloads();
    if (outcomeOf(result.status) === 'not-paid') return;
    announce(body, result, quoted);
    refreshAfterPurchase();
    void loadBalances(intent.chainId);
    if (outcomeOf(result.status) !== 'open') return;
    const provider = currentConnection()?.provider ?? null;
    const post = () => postPayment(body);
    await pollPayment({ run, hash, chainId: intent.chainId, quoted, provider, post, isFollowed, dispatch });
    refreshAfterPurchase();
  } catch (error) {
    console.warn(error);
    if (isFollowed()) dispatch({ type: 'record-failed', run, answer: refusalOf(error) });
  } finally {
    polling?.release();
    // The first read may predate the payment's block, and if recording failed there was none.
    void loadBalances(intent.chainId);
  }
}

/** Answers to a proof of the wallet, which a recording may need first. */
const OF_A_SESSION = ['invalid_proof', 'invalid_signature'];

/**
 * The API's sentence for a payment that it refuses. What it says while it is busy, or of a session, would be read as
 * "pay again".
 */
function refusalOf(error: unknown): ToastText {
  const { requestId, ...said } = toastTextOf(error);
  const isRefused = error instanceof RequestError && error.status === 400 && !OF_A_SESSION.includes(error.code ?? '');
  return { ...(isRefused && said), ...(requestId !== undefined && { requestId }) };
}

/** Fires the browser event of R7.063, for any listener on the page. */
function announce(body: PurchaseRequest, result: PurchaseResponse, quoted: string): void {
  const { walletAddress } = body;
  const tokenAmount = result.tokensAllocated ?? result.tokenAmount ?? quoted;
  // What is declared of a payment says nothing about its replacement.
  const declared = sameHash(result.transactionHash, body.transactionHash) ? body : null;
  const paymentMethod = declared?.paymentMethod ?? result.paymentMethod;
  const detail = { walletAddress, tokenAmount, paymentMethod, usdAmount: result.usdAmount ?? declared?.usdAmount };
  window.dispatchEvent(new CustomEvent('synx:purchase', { detail }));
}

export interface Polling {
  readonly run: number;
  readonly hash: string;
  readonly chainId: ChainId;
  readonly quoted: string;
  readonly provider: Provider | null;
  /** Posts the hash again: idempotent; answers the current state, the replacement's if there is one. */
  readonly post: () => Promise<PurchaseResponse>;
  /** False once the payment was found under a hash that the wallet did not name. */
  readonly isFollowed: () => boolean;
  readonly dispatch: (event: RunEvent) => void;
}

/**
 * Follows a recorded payment: every 10 s, at most 30 times, reads the transaction receipt through the wallet until 6
 * confirmations, then posts the hash again; only the API's answer credits. If the wallet cannot tell, or sees it in no
 * block, asks the API. Follows the replacement if the wallet sped it up or changed it. Not a createPoller(): its caller
 * waits for the end, which comes after so many looks, and it looks while the page is hidden, too.
 */
export async function pollPayment(polling: Polling): Promise<void> {
  const { run, dispatch } = polling;
  let { hash, quoted } = polling;
  for (let poll = 1; poll <= PURCHASE_TIMES.receiptPolls; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, PURCHASE_TIMES.receiptPollMs));
    if (!polling.isFollowed()) return;
    // follow-requests.ts has told the card.
    if (isDoubted(hash)) return;
    const seen = await look({ ...polling, hash });
    if (seen.kind === 'counted') dispatch({ type: 'confirmations', run, count: seen.count });
    // A transaction in no block may have been replaced or cancelled; the API finds that out by its nonce.
    const isUnsure = seen.kind !== 'counted' || seen.count === 0 || seen.count >= REQUIRED_CONFIRMATIONS;
    const wantsReply = isUnsure || poll === PURCHASE_TIMES.receiptPolls;
    const result = wantsReply ? await polling.post().catch(() => null) : null;
    if (!polling.isFollowed()) return;
    const isReplaced = result !== null && !sameHash(result.transactionHash, hash);
    if (isReplaced) {
      hash = result.transactionHash;
      quoted = '';
      dispatch({ type: 'replaced', run, result });
    }
    if (result !== null) dispatch({ type: 'reply', run, result, quoted });
    if (result !== null && outcomeOf(result.status) !== 'open') return;
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

/**
 * Unknown: the wallet is on another chain, does not answer, or calls the payment failed, which our records decide. A
 * pending payment counts 0, and so does one whose block a reorg removed.
 */
export type Confirmations = { readonly kind: 'unknown' } | { readonly kind: 'counted'; readonly count: number };

const UNKNOWN: Confirmations = { kind: 'unknown' };
const PENDING: Confirmations = { kind: 'counted', count: 0 };

/**
 * Counts confirmations through the wallet: head − block + 1. At the required number, compares the transaction
 * receipt's block hash with the block at that height, because a cached receipt survives a reorg (decision 4). Never
 * throws.
 */
export async function readConfirmations(provider: Provider, chainId: ChainId, hash: string): Promise<Confirmations> {
  try {
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chainId) return UNKNOWN;
    const mined = (await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      blockNumber?: unknown;
      blockHash?: unknown;
      status?: unknown;
    } | null;
    if (typeof mined?.blockNumber !== 'string') return PENDING;
    if (mined.status === '0x0') return UNKNOWN;
    const head = quantity(await provider.request({ method: 'eth_blockNumber' }));
    const count = Number(head - quantity(mined.blockNumber) + 1n);
    if (count < REQUIRED_CONFIRMATIONS) return { kind: 'counted', count: Math.max(count, 0) };
    const params = [mined.blockNumber, false];
    const block = (await provider.request({ method: 'eth_getBlockByNumber', params })) as { hash?: unknown } | null;
    return block !== null && block.hash === mined.blockHash ? { kind: 'counted', count } : PENDING;
  } catch {
    return UNKNOWN;
  }
}
