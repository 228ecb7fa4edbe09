import { buildTransfer, type Payment } from '#src/chain/transfer.ts';
import { readStorageAgain } from '#src/client/poll.ts';
import { CHAINS } from '#src/config/chains.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { HASH_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import { openQuestion } from '#src/stores/ask-wallet.ts';
import { loadBalances } from '#src/stores/balances.ts';
import { holdReloads } from '#src/stores/page-reload.ts';
import { showToast } from '#src/stores/toasts.ts';
import { isAlreadyOpen, isGasRefusal, isRejection } from '#src/wallet/error-code.ts';
import { ANSWER_WALLET, type Notice } from '#src/wallet/notice.ts';
import type { Provider, WalletConnection } from '#src/wallet/provider-types.ts';
import {
  answeredHashes,
  followedHashes,
  followRequests,
  isAlike,
  isOn,
  isOneSentSince,
  isOutdated,
  isUnseen,
  readNumber,
  readTransaction,
  readWalletPayments,
  unseenHashes,
  type WalletPayments,
  wasDropped,
} from './follow-requests.ts';
import { foundHashes, wasFound } from './found-payments.ts';
import { hashesOf, isFromBefore } from './payment-fate.ts';
import {
  $paymentRequests,
  findRequest,
  isDoubted,
  isInDoubt,
  type KeptPayments,
  keepRequest,
  latest,
  noteAnswer,
  type PaymentRequest,
  requestTime,
  runs,
  settleRequest,
} from './payment-requests.ts';
import { outcomeOf } from './payment-statuses.ts';
import { $outbox } from './pending-purchases.ts';
import {
  type CheckedAmount,
  type CheckedGas,
  checkAmount,
  checkFunds,
  checkWallet,
  PurchaseRefusal,
  purchaseBody,
} from './purchase-checks.ts';
import { $purchase, type PurchaseIntent, type QuoteContext, type RunEvent } from './purchase-state.ts';

/** How long our records may take to answer before the wallet is asked without them, in milliseconds. */
const RECORDS_MS = 4_000;

const NOT_ASKED = { key: 'transactionFailed', textKey: 'pay.ends.notAsked', variant: 'destructive' } as const;

export interface PlannedPurchase {
  readonly intent: PurchaseIntent;
  readonly account: `0x${string}`;
  readonly recipient: `0x${string}`;
  readonly connection: Pick<WalletConnection, 'provider' | 'send'>;
  readonly quote: QuoteContext;
}

export interface CheckedPurchase extends PlannedPurchase {
  readonly checked: CheckedAmount;
  readonly payment: Payment;
  readonly gas: CheckedGas;
}

/** Checks wallet, amount, balance and gas of a purchase; sends nothing. Throws PurchaseRefusal. */
export async function checkPurchase(purchase: PlannedPurchase): Promise<CheckedPurchase> {
  const { intent, account, recipient, connection, quote } = purchase;
  try {
    await checkWallet(connection.provider, account, intent);
    const checked = checkAmount(intent, quote.rates);
    const payment: Payment = { token: checked.token.address, recipient, amount: checked.amount };
    const gas = await checkFunds(connection.provider, checked, { from: account, ...buildTransfer(payment) });
    return { ...purchase, checked, payment, gas };
  } catch (error) {
    if (error instanceof PurchaseRefusal) throw error;
    console.warn(error);
    throw new PurchaseRefusal(NOT_ASKED);
  }
}

/**
 * Has the wallet send a checked purchase and returns the body to record. Null if the wallet names no hash, which does
 * not tell whether it has sent the payment: follow-requests.ts looks for it. The wait of 120 s only frees the button:
 * the promise stays pending, and a late hash is recorded too (decision 12). Does not ask the wallet if it has come too
 * late for its summary, or another tab has asked for a payment since that (`again`), or another payment was found
 * (`ended`). Both are looked at until the very request, since the wallet can sleep before it.
 */
export async function sendPurchase(
  purchase: CheckedPurchase,
  {
    run,
    kept,
    records,
    isOld,
    termsVersion,
    dispatch,
  }: {
    readonly run: number;
    readonly kept: KeptPayments;
    /** Our records of the account before the summary. */
    readonly records: Promise<WalletPayments>;
    /** Whether the summary has become too old. */
    readonly isOld: () => boolean;
    readonly termsVersion: string | null;
    readonly dispatch: (event: RunEvent) => void;
  },
): Promise<PurchaseRequest | 'again' | 'ended' | null> {
  const { intent, account, connection, payment, gas } = purchase;
  const named = doubtedIds();
  const asked = await rememberRequest(purchase, { run, kept, records, termsVersion }, named);
  if (typeof asked === 'string') return asked;
  let request = asked;
  let isAsked = false;
  let isLate = false;
  let isWaiting = false;
  let stop: 'again' | 'ended' | null = null;
  const wait = waitFor(run, (type) => {
    isLate = true;
    dispatch({ type, run });
    void loadBalances(intent.chainId);
  });
  const mayAsk = () => {
    readStorageAgain();
    stop = stopSince(request, kept, named) ?? (isOld() ? 'again' : null);
    isAsked = stop === null && findRequest(request.id)?.state === 'asked';
    if (isAsked) wait.begin();
    return isAsked;
  };
  try {
    const hash = await connection.send(payment, { account, chainId: intent.chainId, gas: gas.limit, mayAsk });
    const transactionHash = typeof hash === 'string' && HASH_PATTERN.test(hash) ? hash.toLowerCase() : null;
    readStorageAgain();
    const isOver = () => wasFound(request, transactionHash);
    if (!isOver()) request = keepAgain(request);
    const isKnown = transactionHash === null || knownHashes(asked).includes(transactionHash);
    // Kept before it is compared, which takes time: the page can end meanwhile.
    if (!isKnown && !isOver()) keepRequest({ ...latest(request), hash: transactionHash });
    const isEarly = !isKnown && (await isEarlier(transactionHash, asked, connection.provider));
    // Somebody may have learnt meanwhile whose it is.
    const isNew = !isKnown && !isEarly && !isOutdated(transactionHash) && latest(request).state === 'asked';
    if (isNew || !isOver())
      noteAnswer(withoutTakenNonce(request), isNew ? 'named' : 'failed', isNew ? transactionHash : null);
    // Its payment was found, perhaps under another hash: follow-requests.ts posts this one and tells only what is new.
    if (isOver()) return null;
    if (isNew) return { ...request.claims, transactionHash };
    dispatch({ type: 'refuse', run, notice: { key: 'transactionError', variant: 'destructive' } });
    return null;
  } catch (error) {
    console.warn(error);
    if (!isAsked) {
      settleRequest(request.id);
      // The button was freed, perhaps for another purchase.
      if (stop !== null && !isLate) return stop;
      dispatch({ type: 'refuse', run, notice: NOT_ASKED });
      return null;
    }
    readStorageAgain();
    if (wasFound(request, null)) return null;
    request = keepAgain(request);
    const isNo = isRejection(error) || isAlreadyOpen(error);
    noteAnswer(isNo ? request : withoutTakenNonce(request), isRejection(error) ? 'refused' : 'failed');
    const notice = sendRefusal(error, coinOf(intent));
    // Until its time is over: whoever answers the open request must not find a button that pays for another one. The
    // wallet is not asked again, unlike for what is free: it may have taken this one all the same.
    isWaiting = isAlreadyOpen(error) && !isLate;
    if (isWaiting) showToast(notice);
    else dispatch({ type: 'refuse', run, notice });
    return null;
  } finally {
    if (!isWaiting) wait.end();
    // Whatever the wallet says, the balance shows what it did.
    void loadBalances(intent.chainId);
  }
}

/**
 * The wait for a wallet, from the very request on, for as long as it should answer or until the visitor stops that,
 * which calls `late`; no reload frees the button until then. It ends by itself once the card waits no more, as when the
 * payment is found before the wallet answers: its end would be offered for the next one.
 */
function waitFor(run: number, late: (type: 'timeout' | 'stop') => void) {
  const release = holdReloads();
  let close = () => {};
  const end = () => {
    close();
    release();
  };
  const begin = () => {
    const closeQuestion = openQuestion('pay', (type) => {
      end();
      late(type);
    });
    const unlisten = $purchase.listen((now) => {
      if (now.run !== run || now.stage !== 'waiting') end();
    });
    close = () => {
      unlisten();
      closeQuestion();
    };
  };
  return { begin, end };
}

/**
 * Keeps a request that was let go while the wallet was asked, and notes with it the payments of the time since. If this
 * page has not heard why it went, it has not heard of those either: then only the wallet's hash tells it from them.
 */
function keepAgain(request: PaymentRequest): PaymentRequest {
  if (findRequest(request.id) !== undefined) return request;
  const found = foundHashes(request);
  const isHeard = wasDropped(request) || found.length > 0;
  const again = isHeard ? request : { ...request, nonce: null, block: null, recorded: null };
  keepRequest({ ...again, others: [...again.others, ...found, ...followedHashes(again)] });
  return again;
}

/**
 * Hashes that a request cannot have got: of what this page follows, or of what our records had before. `named` is its
 * own, which another tab that has read it may follow by now.
 */
function knownHashes(request: PaymentRequest, named: string | null = null): readonly string[] {
  const its = latest(request);
  const followed = followedHashes({ ...its, hash: named ?? its.hash });
  const anothers = $paymentRequests
    .get()
    .flatMap(({ id, hash }) => (id !== request.id && hash !== null && hash === named ? [hash] : []));
  return [...its.others, ...(request.recorded ?? []), ...followed, ...anothers];
}

/**
 * Whether a wallet names another transaction than this request's: one that was in a block before or, if its node does
 * not tell, one that our records already had on any chain. An earlier nonce alone does not say so: a payment can
 * replace a transaction that is stuck.
 */
async function isEarlier(hash: string, request: PaymentRequest, provider: Provider): Promise<boolean> {
  const { block, claims } = request;
  const its = await readTransaction(provider, hash, request);
  if (its !== null && block !== null) return its.block !== null && its.block <= block;
  const payments = await readWalletPayments(claims.walletAddress);
  const payment = payments?.find((each) => hashesOf(each).includes(hash));
  if (payment === undefined) return false;
  return knownHashes(request, hash).includes(payment.transactionHash) || isFromBefore(payment, request) === true;
}

/**
 * The request after an answer. If another payment that is followed or unknown may have taken the noted nonce before
 * this answer, this one may have got a later nonce, which no node has to show.
 */
function withoutTakenNonce(request: PaymentRequest): PaymentRequest {
  const requests = $paymentRequests.get();
  const { others, hash: own } = latest(request);
  const its = wasFound(request, null) ? foundHashes(request) : [];
  const followed = $outbox.get().map(({ body }) => body.transactionHash.toLowerCase());
  const isTaken =
    [...others, ...followed].some((hash) => hash !== own && ![...its, ...request.others].includes(hash)) ||
    requests.some(
      (each) => each.id !== request.id && !['refused', 'shown'].includes(each.state) && isAlike(each, request),
    );
  return isTaken ? { ...request, nonce: null } : request;
}

/**
 * Stores what we are about to ask the wallet for: it may broadcast the payment and then report an error, or nothing at
 * all. Stores it at once, so that other tabs name it, and removes it again if meanwhile another tab stored one
 * (`again`) or another one turned out to be sent (`ended`). Throws PurchaseRefusal.
 */
async function rememberRequest(
  purchase: CheckedPurchase,
  how: Omit<Parameters<typeof sendPurchase>[1], 'isOld' | 'dispatch'>,
  before: readonly string[],
): Promise<PaymentRequest | 'again' | 'ended'> {
  const { intent, account, connection } = purchase;
  const { run, kept, termsVersion } = how;
  readStorageAgain();
  const request = newRequest(purchase, termsVersion);
  const { id } = request;
  keepRequest(request);
  // Read while the wallet is checked: the visitor waits for its window.
  const recording = within(readWalletPayments(account), RECORDS_MS);
  const records = within(how.records, RECORDS_MS);
  try {
    const asked = await readFacts(connection.provider, request, recording);
    // The summary may have taken minutes, and a wallet can change account or network without notice.
    await checkWallet(connection.provider, account, intent);
    const stop = stopSince(request, kept, before);
    const other = stop === null ? otherThan(request, await records, await recording) : undefined;
    if (stop !== null || other !== undefined) {
      settleRequest(id);
      if (other === undefined || (await isOther(other, request, kept))) return stop ?? 'ended';
      return await rememberRequest(purchase, how, before);
    }
    // A computer that slept until now had an old time before our records answered.
    const askedAt = requestTime();
    const known = { ...latest(request), ...asked, askedAt };
    keepRequest(known);
    runs.set(id, run);
    return known;
  } catch (error) {
    settleRequest(id);
    throw error;
  }
}

/** What another tab or a look has learnt since the summary that named the requests of `before`. */
function stopSince({ id }: PaymentRequest, kept: KeptPayments, before: readonly string[]): 'again' | 'ended' | null {
  const isNew = (each: string) => each !== id && !before.includes(each);
  return isOneSentSince(kept) ? 'ended' : doubtedIds().some(isNew) ? 'again' : null;
}

/**
 * A payment in our records that came into a block since the summary, and of which this page has not heard: another view
 * of this browser, or another device, has made it. Undefined without one, or if the records were not read.
 */
function otherThan(request: PaymentRequest, before: WalletPayments, now: WalletPayments): PaymentView | undefined {
  const mined = before?.filter(({ block }) => block !== null) ?? [];
  const heard = new Set([...mined.flatMap(hashesOf), ...followedHashes(request)]);
  const isNews = (each: PaymentView) => each.block !== null && outcomeOf(each.status) !== 'not-paid';
  return before === null
    ? undefined
    : now?.find((each) => isNews(each) && !hashesOf(each).some((its) => heard.has(its)));
}

/**
 * Whether a payment in our records is none that the summary names, which ends the purchase: then names it, unless the
 * card does. What is followed can have got another hash, by a speed-up or a relay, which a look tells.
 */
async function isOther(other: PaymentView, request: PaymentRequest, kept: KeptPayments): Promise<boolean> {
  const { transactionHash, chainId, status, tokenAmount } = other;
  // A look that is under way can have read our records before.
  await within(followRequests().then(followRequests), RECORDS_MS);
  if (isOneSentSince(kept)) return true;
  const heard = followedHashes(request);
  if (hashesOf(other).some((hash) => heard.includes(hash))) return false;
  const payment = { hash: transactionHash, chainId };
  const values = { amount: tokenAmount ?? '' };
  if (outcomeOf(status) === 'credited') showToast({ key: 'tokensCredited', values, variant: 'success', payment });
  else if (outcomeOf(status) === 'open') showToast({ key: 'paymentFound', payment });
  else showToast({ key: 'tokensProcessing', textKey: `api.status.${status}`, payment });
  return true;
}

/** What tells this payment from earlier ones: the account's next nonce, the head of the chain, and our records. */
async function readFacts(
  provider: Provider,
  request: PaymentRequest,
  recording: ReturnType<typeof readWalletPayments>,
): Promise<Pick<PaymentRequest, 'nonce' | 'block' | 'recorded' | 'givenUp'>> {
  const { chainId } = request.claims;
  const [nonce, block, payments] = await Promise.all([
    readNextNonce(provider, request),
    readNumber(provider, 'eth_blockNumber', []),
    recording,
  ]);
  // A node behind the block of a payment that our records have does not count its nonce.
  const isBehind = payments?.some((each) => each.chainId === chainId && Number(each.block) > Number(block)) === true;
  // What nobody has seen for a day, a page that is loaded again knows from our records alone.
  const isNone = ({ block: its, status, transactionHash }: PaymentView) =>
    its === null && (status === 'expired' || isUnseen(transactionHash));
  const hashesIn = (which: readonly PaymentView[]) => which.flatMap(hashesOf).map((hash) => hash.toLowerCase());
  const recorded = payments && hashesIn(payments.filter((each) => !isNone(each)));
  // Our records do not list what nobody has ever seen.
  const givenUp = [...hashesIn(payments?.filter(isNone) ?? []), ...unseenHashes()];
  return { nonce: isBehind ? null : nonce, block, recorded, givenUp };
}

/**
 * The account's next nonce at the wallet's node, which comes after those of the payments we follow. Null if the node
 * does not know one of them, as it then shows no payment before its block.
 */
async function readNextNonce(provider: Provider, request: PaymentRequest): Promise<number | null> {
  const { walletAddress, chainId } = request.claims;
  const own = $outbox.get().filter(({ body }) => {
    const isOwn = body.walletAddress.toLowerCase() === walletAddress.toLowerCase();
    return isOwn && isOn(body, chainId) && !isDoubted(body.transactionHash);
  });
  const [next, ...used] = await Promise.all([
    readNumber(provider, 'eth_getTransactionCount', [walletAddress, 'pending']),
    ...own.map(({ body }) => readTransaction(provider, body.transactionHash, request)),
  ]);
  if (next == null) return null;
  return used.reduce<number | null>(
    (most, each) => (most === null || each?.nonce == null ? null : Math.max(most, each.nonce + 1)),
    next,
  );
}

/** The requests that a summary names. */
function doubtedIds(): string[] {
  return $paymentRequests
    .get()
    .filter(isInDoubt)
    .map(({ id }) => id);
}

function newRequest(purchase: CheckedPurchase, termsVersion: string | null): PaymentRequest {
  const { intent, account, quote, checked, payment } = purchase;
  const askedAt = requestTime();
  // It cannot become a payment that this browser already follows. One whose hash nobody knows can yet take its nonce.
  const followed = [...$outbox.get().map(({ body }) => body.transactionHash), ...answeredHashes()];
  const others = followed.filter((hash) => !isDoubted(hash));
  return {
    id: `${askedAt}-${Math.random().toString(36).slice(2)}`,
    claims: purchaseBody(intent, checked, quote, { account, status: 'pending', termsVersion }),
    recipient: payment.recipient,
    ...{ nonce: null, block: null, recorded: null, givenUp: [], askedAt, state: 'asked', answeredAt: null },
    ...{ hash: null, successor: null },
    others: others.map((hash) => hash.toLowerCase()),
  };
}

function coinOf({ chainId }: PurchaseIntent): string {
  return CHAINS[chainId].nativeCurrency.symbol;
}

/**
 * The toast for an error of eth_sendTransaction. The error decides the title but not the text, because wallets report
 * errors for payments that they have sent; we still look for the payment.
 */
export function sendRefusal(error: unknown, coin: string): Notice {
  if (isRejection(error)) return { key: 'transactionCancelled', textKey: 'pay.ends.checking' };
  if (isAlreadyOpen(error)) return ANSWER_WALLET;
  const key = isGasRefusal(error) ? 'insufficientGasFees' : 'transactionFailed';
  return { key, values: { coin }, textKey: 'pay.ends.unknown', variant: 'destructive' };
}
