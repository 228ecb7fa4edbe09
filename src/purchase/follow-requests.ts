import { DELEGATED_CODE, quantity } from '#src/chain/rpc-reader.ts';
import { createPoller, readStorageAgain } from '#src/client/poll.ts';
import { request } from '#src/client/request.ts';
import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import { PAYMENT_REQUEST, PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import type { TrackWallet } from '#src/contract/track.ts';
import { backOff } from '#src/lib/time/back-off.ts';
import { withDeadline, within } from '#src/lib/time/with-deadline.ts';
import { currentConnection } from '#src/stores/current-connection.ts';
import { showToast } from '#src/stores/toasts.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { foundHashes, noteFound, wasFound } from './found-payments.ts';
import { flushOutbox, leavePayment, releasedHashes, rememberPayment } from './outbox.ts';
import { type Evidence, type Fate, fateOf, hashesOf, isFromBefore } from './payment-fate.ts';
import {
  $paymentRequests,
  doubtHash,
  findRequest,
  isInDoubt,
  type KeptPayments,
  keepRequest,
  keptPayments,
  type PaymentRequest,
  readPaymentRequest,
  requestTime,
  runs,
  settleRequest,
} from './payment-requests.ts';
import { isSeen, outcomeOf } from './payment-statuses.ts';
import { $answers, $outbox, readPendingPurchase } from './pending-purchases.ts';
import { dispatch } from './purchase-machine.ts';

/** First wait and longest wait between two looks, in milliseconds. */
const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
/** The same once each question and answer is so old that hardly any transaction still comes into a block. */
const LONGEST_OLD_MS = 600_000;
const OLD_MS = 86_400_000;
/** How many of a wallet's newest payments, and how many requests, one look reads. */
const MOST_READ = 5;
const MOST_LOOKED_FOR = 10;
/** How long we trust a hash that no node shows, in milliseconds. */
const UNSEEN_MS = 120_000;
/** How long the last look at it may take, in milliseconds: 20 s for our API, and 8 s twice for the wallet's node. */
const LAST_LOOK_MS = 40_000;

const poller = createPoller({
  look: lookForAll,
  waitMs(tries) {
    const requests = $paymentRequests.get();
    return requests.length === 0 ? null : backOff(tries, FIRST_MS, requests.every(isOld) ? LONGEST_OLD_MS : LONGEST_MS);
  },
});
/** Looks for every payment whose fate is not known, now and with growing waits, until each is. Never rejects. */
export const followRequests = poller.now;

/** The same, and soon once more: the look that is under way can fail, or have read our records before. */
export function followAnew(): Promise<void> {
  poller.reset();
  return poller.now();
}

/** When this page learnt each answer of a wallet, by the page's own time; those stored before, when it loaded. */
const learntAt = new Map<string, number>();
const loadedAt = performance.now();

/** Hashes that wallets named for payments which were found under others: their nonces are taken. */
const outdated = new Set<string>();
export const isOutdated = (hash: string) => outdated.has(hash);

/** What wallets named for requests that turned out to be no payment; card and panel may still tell of it. */
const misnamed = new Map<string, string>();

/** Requests that ended without a payment, in this tab or another one. */
const dropped = new Set<string>();
export const wasDropped = ({ id }: PaymentRequest) => dropped.has(id);

/** When each hash that a wallet named runs out of time, by the page's own time, which setting a clock does not move. */
const ends = new Map<string, { readonly at: number; readonly timer: ReturnType<typeof setTimeout> }>();

// Look at once when a wallet answers, the visitor returns to the page, or another tab changes something.
$paymentRequests.listen((now, before) => {
  const stateBefore = (id: string) => before?.find((each) => each.id === id)?.state;
  const answered = before?.filter(({ state }) => state !== 'asked') ?? [];
  for (const { id, hash } of answered) if (hash !== null && findRequest(id)?.hash === null) misnamed.set(id, hash);
  const changed = now.filter(({ id, state }) => stateBefore(id) !== state);
  // One that a node shows by turns is no news.
  if (changed.some(({ id, state }) => state !== 'shown' && stateBefore(id) !== 'shown')) poller.reset();
  for (const { id } of changed) if ((stateBefore(id) ?? 'asked') === 'asked') learntAt.set(id, performance.now());
  for (const each of changed) if (each.state === 'unseen') tellUnseen(each);
  // One that was let go is back once its wallet answers.
  for (const { id, state } of changed) dropped[state === 'dropped' ? 'add' : 'delete'](id);
  timeNamed();
  // Our records say that the hash is no payment. Whether it took the nonce is one more look away.
  if (changed.some(({ state, hash }) => state === 'failed' && hash !== null)) void followRequests();
  else if (changed.length > 0) poller.again();
});
// What the API has settled is followed no more: whether it was this payment must be known before the next is asked for.
// What it has seen at last must not be in doubt beside its credit until the next look.
$answers.listen((answers, _, hash) => {
  const answer = answers[hash ?? ''];
  if (answer === undefined) return;
  const its = $paymentRequests.get().filter((each) => each.hash === hash);
  const isShown = isSeen(answer) && its.some(isInDoubt);
  const isSettled = outcomeOf(answer.status) !== 'open' && !its.every(isInDoubt);
  // The look that is under way may have read everything else before.
  if (isShown) void followAnew();
  else if (isSettled) void followRequests();
});
// Another tab finds the payment while this one, hidden behind the wallet's window, does not look.
$outbox.listen((kept, before) => {
  for (const { body, request: id } of kept) {
    const { transactionHash, chainId = null } = body;
    if (id === undefined || before?.some((each) => each.body.transactionHash === transactionHash)) continue;
    const run = runs.get(id);
    // What the wallet named in its place is told of no more, also by a page that has not asked for the payment.
    const hash = findRequest(id)?.hash ?? misnamedFor(id);
    if (run !== undefined && noteFound(id, body, transactionHash))
      dispatch({ type: 'request', fate: 'found', hash, run }, { hash: transactionHash, chainId });
    leaveNamed(hash, transactionHash);
  }
});
timeNamed();
if (typeof document !== 'undefined')
  document.addEventListener?.('visibilitychange', () => {
    poller.reset();
    timeNamed();
    poller.again();
  });

/** Gives each hash that a wallet named its time, even while neither the API nor the wallet's node answers. */
function timeNamed(): void {
  const named = $paymentRequests.get().filter(({ state }) => state === 'named');
  for (const [id, { timer }] of ends) {
    if (named.some((each) => each.id === id)) continue;
    clearTimeout(timer);
    ends.delete(id);
  }
  for (const { id, answeredAt } of named) {
    const left = UNSEEN_MS - (requestTime() - (answeredAt ?? 0));
    const wait = Math.min(Math.max(left, 0), UNSEEN_MS);
    const at = performance.now() + wait;
    const before = ends.get(id);
    if (before !== undefined && before.at <= at) continue;
    clearTimeout(before?.timer);
    ends.set(id, { at, timer: setTimeout(() => void endNamed(id), wait) });
  }
}

/** A hidden page has not looked since, and the wallet's node may show the hash: looks once more. */
async function endNamed(id: string): Promise<void> {
  await within(followRequests(), LAST_LOOK_MS);
  doubtNamed(id);
}

function isOld({ askedAt, answeredAt }: PaymentRequest): boolean {
  return requestTime() - Math.max(askedAt, answeredAt ?? 0) > OLD_MS;
}

/** Whether our API has looked for a hash for a day, and nobody has seen it. */
function isGivenUp(hash: string | null): boolean {
  return $answers.get()[hash ?? '']?.status === 'expired';
}

function doubtNamed(id: string): void {
  const named = findRequest(id);
  if (named?.state !== 'named') return;
  const answer = $answers.get()[named.hash ?? ''];
  // The API has seen it, but our records do not tell whether it is an earlier payment.
  keepRequest({ ...named, state: answer !== undefined && isSeen(answer) ? 'failed' : 'unseen' });
}

function tellUnseen({ id, hash }: PaymentRequest): void {
  dispatch({ type: 'request', fate: 'unseen', hash, run: runs.get(id) ?? null });
}

async function lookForAll(): Promise<void> {
  readStorageAgain();
  const startedAt = performance.now();
  const readings = new Map<string, ReturnType<typeof readWalletPayments>>();
  const paymentsOf = (wallet: string) => {
    const key = wallet.toLowerCase();
    const reading = readings.get(key) ?? readWalletPayments(key);
    readings.set(key, reading);
    return reading;
  };
  const all = $paymentRequests.get();
  for (const { id } of inTurn(all)) {
    try {
      const request = findRequest(id);
      // A hash with it is one that send-purchase.ts still compares, or that a page before did not come to compare.
      if (request === undefined || (request.state === 'asked' && request.hash !== null && runs.has(id))) continue;
      postNamed(request);
      const heldMsOf = (each: PaymentRequest) => startedAt - (learntAt.get(each.id) ?? loadedAt);
      // Its node may not show yet what the wallet has sent for the next one.
      const heldMs = Math.min(...all.filter((each) => isAlike(each, request)).map(heldMsOf));
      const evidence = { ...(await gather(request, paymentsOf)), heldMs };
      // While we read the evidence, the wallet may have answered, or another tab may have settled this or another one.
      const latest = findRequest(id);
      if (JSON.stringify(latest) === JSON.stringify(request)) conclude(request, fateOf(request, evidence));
    } catch (error) {
      console.warn(error);
    }
  }
}

let turn = 0;

/** The requests that a look reads: the newest, and some of the others by turns. */
function inTurn(all: readonly PaymentRequest[]): readonly PaymentRequest[] {
  const half = MOST_LOOKED_FOR / 2;
  const older = all.slice(0, -half);
  const next = [...older.slice(turn), ...older.slice(0, turn)].slice(0, half);
  turn = older.length > half ? (turn + half) % older.length : 0;
  return [...next, ...all.slice(-half)];
}

/** Posts a hash that nobody has kept yet, as where a full storage took the request and not its payment. */
function postNamed({ claims, hash, state }: PaymentRequest): void {
  if (hash === null || state === 'failed' || $answers.get()[hash] !== undefined) return;
  if (keptHashes(keptPayments()).flat().includes(hash)) return;
  rememberPayment({ ...claims, transactionHash: hash });
  void flushOutbox();
}

function conclude(request: PaymentRequest, fate: Fate): void {
  const { id, hash } = request;
  if (fate.kind === 'unknown') {
    const answer = $answers.get()[hash ?? ''];
    // No longer followed, and still perhaps an earlier payment: the next summary must name this one.
    if (request.state === 'named' && answer !== undefined && outcomeOf(answer.status) !== 'open') doubtNamed(id);
    return;
  }
  // What is a day old, our API can give up again once its sources show it in no pool.
  const isPassing = fate.kind === 'sent' && isOld(request) && $answers.get()[hash ?? '']?.status === 'processing';
  if (fate.kind === 'shown' || isPassing) {
    if (request.state !== 'shown') keepRequest({ ...request, state: 'shown' });
    return;
  }
  if (fate.kind === 'gone') {
    // It has two minutes again: another node may show it, or our records what replaced it. Not once they are over.
    if (isGivenUp(hash)) keepRequest({ ...request, state: 'unseen' });
    else keepRequest({ ...request, state: 'named', answeredAt: requestTime() });
    return;
  }
  if (fate.kind === 'misnamed') {
    if (!wasFound(request, null)) {
      doubtHash(hash ?? '');
      return;
    }
    // The wallet named it only after its payment was found.
    const [found] = foundHashes(request);
    leaveNamed(hash, found);
    settleRequest(id, found);
    return;
  }
  const its = fate.kind === 'found' ? fate.payment.transactionHash : fate.kind === 'sent' ? hash : null;
  if (its !== null) noteFound(id, request.claims, its);
  // Before the request goes, by which a summary that names it knows the payment under this hash.
  if (fate.kind === 'found') followFound(request, fate.payment);
  settleRequest(id, its);
  // Beside another payment it would be read as that one's.
  const isAlone = $outbox.get().length + $paymentRequests.get().length === 0;
  if (fate.kind === 'not-sent' && isAlone) showToast({ key: 'transactionCancelled' });
}

/** What the wallet named for a request in place of its payment, unless that is another one which we follow. */
function misnamedFor(id: string): string | null {
  const hash = misnamed.get(id) ?? null;
  return keptHashes(keptPayments()).flat().includes(String(hash)) ? null : hash;
}

/** Follows the payment that a request became, as if the wallet had named its hash. */
function followFound({ id, claims, hash }: PaymentRequest, { transactionHash, chainId }: PaymentView): void {
  rememberPayment({ ...claims, transactionHash }, id);
  const run = runs.get(id) ?? null;
  dispatch({ type: 'request', fate: 'found', hash: hash ?? misnamedFor(id), run }, { hash: transactionHash, chainId });
  leaveNamed(hash, transactionHash);
  void flushOutbox();
}

/** Neither follows nor tells of what a wallet named for a payment that was `found` under another hash. */
function leaveNamed(hash: string | null, found: string | undefined): void {
  if (hash === null || hash === found) return;
  outdated.add(hash);
  leavePayment(hash);
}

async function gather(
  request: PaymentRequest,
  paymentsOf: typeof readWalletPayments,
): Promise<Omit<Evidence, 'heldMs'>> {
  const { claims, hash, others, block } = request;
  const provider = await walletOf(request);
  const [payments, { used, ...account }] = await Promise.all([
    paymentsOf(claims.walletAddress),
    readAccount(provider, request),
  ]);
  const known = new Set([...others, ...followedHashes(request)]);
  // Counted with what is known: what is followed can be replaced while we read the transactions.
  const requests = $paymentRequests.get();
  const mined = (payments ?? []).flatMap((each) => (each.block === null ? [] : hashesOf(each)));
  // What a node has shown can be replaced like what we follow.
  const isOpen = ({ state, hash: its }: PaymentRequest) =>
    state !== 'shown' || $answers.get()[its ?? '']?.status === 'waiting-signers';
  const counted = new Set([...mined, ...requests.filter(isOpen).map((each) => each.hash)]);
  const canBeReplaced = $outbox
    .get()
    .some(({ body }) => !counted.has(body.transactionHash) && isAlike({ claims: body }, request));
  const open = canBeReplaced ? Number.POSITIVE_INFINITY : requests.filter((each) => isAlike(each, request)).length;
  const later = (payments ?? []).filter((each) => each.block !== null && each.block >= (block ?? 0));
  const isKnown = (payment: PaymentView) => hashesOf(payment).some((each) => known.has(each));
  const fresh = later.filter((each) => !isKnown(each) && isFromBefore(each, request) !== true).slice(0, MOST_READ);
  const followed = later.filter(isKnown).slice(0, MOST_READ);
  const hashes = [...(hash === null ? [] : [hash]), ...[...fresh, ...followed].map((each) => each.transactionHash)];
  const reading = async (each: string) => {
    const its = await readTransaction(provider, each, request);
    // Some nodes go on showing what another transaction with its nonce has replaced; our records would not have it.
    return each === hash && its !== null && its.block === null && Number(its.nonce) < used ? null : its;
  };
  const read = new Map(await Promise.all(hashes.map(async (each) => [each, await reading(each)] as const)));
  return {
    ...{ ...account, isAsked: provider !== null, payments, known, open },
    nonceOf: (each) => read.get(each)?.nonce ?? null,
    blockOf: (each) => read.get(each)?.block ?? null,
    isElsewhere: (each) => read.get(each)?.isElsewhere === true,
    answerOf: (each) => $answers.get()[each] ?? null,
  };
}

/** Whether a payment turned out to be sent since then: the card names it, and a summary only what is in doubt. */
export function isOneSentSince(then: KeptPayments): boolean {
  const now = keptPayments();
  // What replaced a payment in the wallet, or is followed under another hash than the wallet named, is no other one.
  const named = then.requests.flatMap((each) => (isInDoubt(each) ? [] : [each.id]));
  const before = [...keptHashes(then).flat(), ...named];
  const isNew = now.pending.some(
    ({ body, replaces, request }) =>
      ![body.transactionHash, replaces, request].some((its) => before.includes(String(its))),
  );
  const isDoubtful = ({ id }: PaymentRequest) => now.requests.some((each) => each.id === id && isInDoubt(each));
  // Only another page may have learnt what became of it, and this one may have been away meanwhile.
  return isNew || then.requests.some((each) => isInDoubt(each) && !isDoubtful(each) && !dropped.has(each.id));
}

/** The hash of each payment that is kept, with the one that it replaced. */
function keptHashes({ pending }: KeptPayments): readonly (readonly string[])[] {
  return pending.map(({ body, replaces }) => [body.transactionHash, ...(replaces === undefined ? [] : [replaces])]);
}

/** Hashes that this browser follows, or has let go, for other purchases, each with the one it replaced. */
export function followedHashes({ hash, id }: PaymentRequest): string[] {
  const pending = keptHashes(keptPayments()).flat();
  const named = $paymentRequests.get().map((each) => (each.id === id ? null : each.hash));
  return [...pending, ...releasedHashes(), ...named, ...answeredHashes(), ...storedHashes(id), ...outdated]
    .filter((each) => each != null && each !== hash)
    .map((each) => String(each).toLowerCase());
}

/** Whether our API was asked about a hash and nobody has seen it, also after it has given that up. */
export function isUnseen(hash: string): boolean {
  const answer = $answers.get()[hash];
  return answer !== undefined && ['processing', 'expired'].includes(answer.status) && !isSeen(answer);
}

/**
 * The hashes that our API has told of. One that nobody has seen, and that was let go, can still become a payment:
 * signed once more, the same transaction has the same hash.
 */
export function answeredHashes(): string[] {
  return Object.keys($answers.get()).filter((hash) => !isUnseen(hash));
}

/** Those that nobody has seen. */
export function unseenHashes(): string[] {
  return Object.keys($answers.get()).filter(isUnseen);
}

/** What other views of this browser note of other purchases: those in a wallet's app hear nothing of each other. */
function storedHashes(id: string): readonly string[] {
  try {
    // What a view has found for this request is no other payment.
    const isOther = (key: string) => readPendingPurchase(localStorage.getItem(key) ?? '')?.request !== id;
    const pending = Object.keys(localStorage).filter((key) => key.startsWith(PENDING_PURCHASE) && isOther(key));
    const stored = readPaymentRequest(localStorage.getItem(PAYMENT_REQUEST + id) ?? '');
    return [...pending.map((key) => key.slice(PENDING_PURCHASE.length)), ...(stored?.others ?? [])];
  } catch {
    return [];
  }
}

/** Whether a payment is on this chain; one of an older page that does not say can be. */
export function isOn({ chainId }: Pick<PurchaseRequest, 'chainId'>, chain: PurchaseRequest['chainId']): boolean {
  return chainId === undefined || chainId === chain;
}

/** Whether two payments are of the same account on the same chain. */
export function isAlike(one: Pick<PaymentRequest, 'claims'>, other: Pick<PaymentRequest, 'claims'>): boolean {
  return (
    isOn(one.claims, other.claims.chainId) &&
    one.claims.walletAddress.toLowerCase() === other.claims.walletAddress.toLowerCase()
  );
}

/** The connected wallet, if it holds this account and is on this chain: only then can it tell. */
async function walletOf({ claims }: PaymentRequest): Promise<Provider | null> {
  const provider = currentConnection()?.provider ?? null;
  if (provider === null || $wallet.get().account?.toLowerCase() !== claims.walletAddress.toLowerCase()) return null;
  const chainId = await ask(provider, 'eth_chainId', []);
  return Number(chainId) === claims.chainId ? provider : null;
}

/** A wallet's payments in our records, newest first; null if we cannot read them. */
export type WalletPayments = TrackWallet['payments'] | null;

export async function readWalletPayments(wallet: string): Promise<WalletPayments> {
  const answer = await request<TrackWallet>('GET', `/api/track/wallet/${wallet}`).catch(() => null);
  // A cache in between may mix up wallets.
  return String(answer?.wallet).toLowerCase() === wallet.toLowerCase() ? (answer?.payments ?? null) : null;
}

async function readAccount(
  provider: Provider | null,
  { claims }: PaymentRequest,
): Promise<Pick<Evidence, 'nonces' | 'isShowing'> & { readonly used: number }> {
  const { walletAddress } = claims;
  const [mined, pending, code] = await Promise.all([
    readNumber(provider, 'eth_getTransactionCount', [walletAddress, 'latest']),
    readNumber(provider, 'eth_getTransactionCount', [walletAddress, 'pending']),
    ask(provider, 'eth_getCode', [walletAddress, 'latest']),
  ]);
  const isRead = mined !== null && pending !== null;
  const isShowing = isRead && (code === '0x' || String(code).startsWith(DELEGATED_CODE));
  return {
    nonces: isRead && code === '0x' ? { mined, pending } : null,
    isShowing,
    used: isShowing ? mined : 0,
  };
}

interface NodeTransaction {
  readonly nonce: number | null;
  /** Null while it is in none. */
  readonly block: number | null;
  /** It names the address that was to be paid neither as its receiver nor as that of a token. */
  readonly isElsewhere: boolean;
}

/** A transaction of a payment's account according to the wallet's node; null if it does not know or answer. */
export async function readTransaction(
  provider: Provider | null,
  hash: string,
  { claims, recipient }: Pick<PaymentRequest, 'claims' | 'recipient'>,
): Promise<NodeTransaction | null> {
  const found = (await ask(provider, 'eth_getTransactionByHash', [hash])) as Readonly<Record<string, unknown>> | null;
  const isIt = (value: unknown, text: string) => String(value).toLowerCase() === text.toLowerCase();
  if (!isIt(found?.hash, hash) || !isIt(found?.from, claims.walletAddress)) return null;
  const { to, input, data, nonce, blockNumber } = found ?? {};
  const calldata = input ?? data;
  const payee = String(recipient ?? PRESALE_ADDRESS)
    .slice(2)
    .toLowerCase();
  // A token's payment names its payee in its calldata alone, which not every node tells.
  const isElsewhere = to !== undefined && calldata != null && !`${to}${calldata}`.toLowerCase().includes(payee);
  return { nonce: toNumber(nonce), block: toNumber(blockNumber), isElsewhere };
}

/** A number from the wallet's node, such as a nonce or its chain's head; null if it does not answer. */
export async function readNumber(
  provider: Provider | null,
  method: string,
  params: readonly unknown[],
): Promise<number | null> {
  return toNumber(await ask(provider, method, params));
}

function toNumber(value: unknown): number | null {
  try {
    return Number(quantity(value));
  } catch {
    return null;
  }
}

async function ask(provider: Provider | null, method: string, params: readonly unknown[]): Promise<unknown> {
  if (provider === null) return null;
  return withDeadline(provider.request({ method, params }), PROVIDER_TIMES.desktopMs).catch(() => null);
}
