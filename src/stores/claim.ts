import { map } from 'nanostores';
import { readBalance } from '#src/chain/read-balance.ts';
import { readClaimed } from '#src/chain/read-claims.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { createPoller, readStorageAgain } from '#src/client/poll.ts';
import { serverTime } from '#src/client/server-time.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { ClaimCall } from '#src/lib/allocation/claim-call.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { isAlreadyOpen, isRejection } from '#src/wallet/error-code.ts';
import { ANSWER_WALLET } from '#src/wallet/notice.ts';
import { timelyProvider } from '#src/wallet/resolve-provider.ts';
import {
  type ClaimTransaction,
  claimFee,
  claimTransaction,
  isAtClaim,
  listToken,
  sendClaim,
  tryClaim,
} from '#src/wallet/send-claim.ts';
import { $openQuestion, askWallet, openQuestion } from './ask-wallet.ts';
import { gatherEvidence, readNonce } from './claim-evidence.ts';
import {
  afterLook,
  type ClaimFate,
  type ClaimRequest,
  dropClaim,
  fateOfClaim,
  isSameClaim,
  keepClaim,
  keptClaims,
  listenToClaims,
} from './claim-requests.ts';
import { currentConnection } from './current-connection.ts';
import { showToast } from './toasts.ts';
import { $wallet } from './wallet-state.ts';

/** Waits between two looks, in milliseconds: most claims are final within the first of them. */
const QUICK = { ms: 1_500, times: 60 } as const;
const SLOW_MS = 15_000;

/** How a claim stood when it was last looked at, or what the wallet answered, and what had been paid before it. */
type ToldClaim = (ClaimFate | { readonly kind: 'refused' }) & { readonly before: string };

/** What this page knows of the latest claim of each account. */
export const $claims = map<Record<string, ToldClaim | undefined>>({});

let following: Distributor | null = null;
let node: RpcReader = { request: () => Promise.reject(new Error('no node is read')) };
const poller = createPoller({
  look: lookAtAll,
  waitMs: (tries) => (open().length === 0 ? null : tries < QUICK.times ? QUICK.ms : SLOW_MS),
});

/**
 * Follows the claims that this browser has asked for, in any tab, until each is settled. `source` is a node that is no
 * wallet's; null if this page reads none.
 */
export function followClaims(distributor: Distributor, source: RpcReader | null): void {
  if (following !== null) return;
  following = distributor;
  const dated = open().filter(({ isServerTime }) => isServerTime);
  stored = dated.map(({ askedAt, answeredAt }) => answeredAt ?? askedAt);
  if (source !== null) node = source;
  let known = JSON.stringify(keptClaims());
  listenToClaims(() => {
    // Another tab settled it: the contract's counter says the rest.
    for (const [account, claim] of Object.entries($claims.get()))
      if (claim?.kind === 'sent' && keptClaims()[account] === undefined) $claims.setKey(account, undefined);
    const now = JSON.stringify(keptClaims());
    // A look for a payment in doubt reads the storage again, too.
    if (now === known) return;
    known = now;
    poller.reset();
    void poller.now();
  });
  if (open().length > 0) void poller.now();
}

/** The connected wallet's node, if it is on the chain of the contract; otherwise the one that is no wallet's. */
export function claimSource(distributor: Distributor): RpcReader {
  const provider = currentConnection()?.provider;
  if (provider === undefined || $wallet.get().walletChainId !== distributor.chainId) return node;
  const timely = timelyProvider(provider);
  return { request: (call) => timely.request(call) };
}

/** What the connected wallet needs for a claim, in base units of its coin, and what it has. */
export async function readFunds(distributor: Distributor, account: string, isFirst: boolean) {
  const source = claimSource(distributor);
  const [fee, coins] = await Promise.all([claimFee(source, isFirst), readBalance(source, { address: null }, account)]);
  return { fee: fee.likely, canPay: coins >= fee.most };
}

/** A claim before the wallet is asked: its transaction, what the contract would do, and what its account has now. */
export async function planClaim(distributor: Distributor, call: ClaimCall, isFirst: boolean) {
  const source = claimSource(distributor);
  const transaction = claimTransaction(distributor, call, isFirst);
  const kept = keptClaims()[transaction.from];
  const [trial, tokens] = await Promise.all([
    tryClaim(source, transaction),
    readBalance(source, { address: distributor.token }, call.to ?? call.entry.address).catch(() => null),
  ]);
  return { transaction, kept, trial, tokens };
}

/** Asks the connected wallet to list the token; whatever it answers, nothing depends on it. */
export async function showToken(distributor: Distributor): Promise<void> {
  const provider = currentConnection()?.provider;
  if (provider === undefined || $openQuestion.get()?.what === 'list') return;
  await askWallet('list', () => listToken(provider, distributor)).catch((error: unknown) => console.warn(error));
}

/** Remembers a claim, asks the wallet for it, and notes what it answers; the contract tells the rest. */
export async function askForClaim(
  transaction: ClaimTransaction,
  { claimed, block }: { readonly claimed: bigint; readonly block: bigint },
): Promise<void> {
  const provider = currentConnection()?.provider;
  if (provider === undefined) return;
  const account = transaction.from;
  const before = String(claimed);
  const waiting = { kind: 'waiting', before } as const;
  const kept = keptClaims()[account];
  // From here on the claim is not offered again.
  $claims.setKey(account, waiting);
  const timely = <T>(reading: Promise<T>) => withDeadline(reading, PROVIDER_TIMES.desktopMs).catch(() => null);
  const [nonce, paid] = await Promise.all([
    timely(readNonce(provider, account, 'pending')),
    timely(readClaimed(provider, transaction.to, account)),
  ]);
  // Another tab, or anybody, has claimed since this was read: the page shows what is left.
  if (paid !== null && paid > claimed) {
    $claims.setKey(account, undefined);
    return;
  }
  // A wallet that sleeps was not asked, and is not once it wakes.
  if ((await timely(isAtClaim(provider, transaction))) !== true) {
    $claims.setKey(account, { kind: 'unknown', before });
    return;
  }
  readStorageAgain();
  // Another tab has asked meanwhile, or a wallet has named a hash: that one is followed, and what it told stays. So it
  // does of an earlier one that a node shows by now.
  if (!isSameClaim(keptClaims()[account], kept) || $claims.get()[account]?.kind === 'sent') {
    if ($claims.get()[account] === waiting) $claims.setKey(account, undefined);
    return;
  }
  const request: ClaimRequest = {
    ...{ account, before, block: Number(block), nonce, isShown: false },
    ...{ askedAt: timeNow(), answeredAt: null, isServerTime: serverTime() !== null, hash: null },
  };
  keepClaim(request);
  // A look at an earlier one can have told meanwhile that nobody shows it.
  $claims.setKey(account, waiting);
  const asking = sendClaim(provider, transaction);
  // A late answer counts as well.
  asking.then(
    (hash) => {
      const { askedAt, ...kept } = keptClaims()[account] ?? request;
      // Once this one was paid, the next can have been asked for; before, its window can stand behind this one's.
      const isPaid = kept.before !== before;
      if (askedAt === request.askedAt || (kept.hash === null && !isPaid))
        keepClaim({ ...request, hash, ...answeredNow() });
    },
    (error: unknown) => {
      const kept = keptClaims()[account];
      if (kept?.askedAt === request.askedAt) keepClaim({ ...kept, ...answeredNow() });
      if (kept !== undefined || isRejection(error) || isPaidSince(account, before)) return;
      // Another one has ended since, which the wallet sent before this one.
      keepClaim({ ...request, ...answeredNow() });
      $claims.setKey(account, { kind: 'unknown', before });
    },
  );
  const kind = await endOfWait(asking);
  // What the chain has shown meanwhile says more.
  if (kind !== null && $claims.get()[account] === waiting) $claims.setKey(account, { kind, before });
}

/** How the wait for a claim ends: with a hash (null), by the visitor's no, or not known. */
function endOfWait(asking: Promise<string>): Promise<'refused' | 'unknown' | null> {
  return new Promise((resolve) => {
    const close = openQuestion('claim', () => resolve('unknown'));
    const end = (kind: 'refused' | 'unknown' | null) => {
      close();
      resolve(kind);
    };
    asking.then(
      () => end(null),
      (error: unknown) => {
        console.warn(error);
        // As while the wallet waits, until its time is over.
        if (isAlreadyOpen(error)) showToast(ANSWER_WALLET);
        else end(isRejection(error) ? 'refused' : 'unknown');
      },
    );
  });
}

function open(): readonly ClaimRequest[] {
  return Object.values(keptClaims()).filter((each) => each !== undefined);
}

/** The time that dates requests, milliseconds since 1970: the server's, or the visitor's until we know it. */
function timeNow(): number {
  return Math.round(serverTime() ?? Date.now());
}

function answeredNow(): Pick<ClaimRequest, 'answeredAt' | 'isServerTime'> {
  return { answeredAt: timeNow(), isServerTime: serverTime() !== null };
}

/** Whether this page has seen the contract pay for an account since it had paid so much. */
function isPaidSince(account: string, before: string): boolean {
  const told = $claims.get()[account];
  return told !== undefined && (told.before !== before || told.kind === 'done' || told.kind === 'first');
}

/** Since when this page has known an answer, and a hash that no node has shown since, by its own time. */
const since = new Map<string, number>();
/** The times, by the server's clock, of what was answered, or asked for, before this page was loaded. */
let stored: readonly number[] = [];

function msSince(key: string): number {
  const now = performance.now();
  const from = since.get(key) ?? now;
  since.set(key, from);
  return now - from;
}

async function lookAtAll(): Promise<void> {
  if (following === null) return;
  for (const request of open()) {
    try {
      const { account, askedAt, hash, isShown } = request;
      const shownBy = await gatherEvidence(request, following, { source: claimSource(following), logs: node });
      if (shownBy.shown !== null) since.delete(String(hash));
      const at = request.answeredAt ?? askedAt;
      // What this page has seen is as old as its own time says: a computer that slept makes nothing old.
      const agoMs = stored.includes(at) ? (serverTime() ?? at) - at : 0;
      const heldMs = Math.max(agoMs, msSince(`${account} ${at}`));
      const unseenMs = Math.max(isShown ? 0 : agoMs, msSince(String(hash)));
      const evidence = { ...shownBy, heldMs, unseenMs };
      const fate = fateOfClaim(request, evidence, REQUIRED_CONFIRMATIONS);
      // Meanwhile the wallet may have named a hash or be asked again, or another tab may have settled it.
      if (keptClaims()[account] !== request) continue;
      tell(request, fate);
      const next = afterLook(request, fate, evidence);
      if (next === null) dropClaim(account);
      else if (JSON.stringify(next) !== JSON.stringify(request)) keepClaim(next);
    } catch (error) {
      console.warn(error);
    }
  }
}

function tell({ account, before }: ClaimRequest, fate: ClaimFate): void {
  const isWaiting = fate.kind === 'waiting';
  // What the wallet answered stays on the page; another tab has nothing to say yet.
  if (isWaiting && $claims.get()[account] !== undefined) return;
  $claims.setKey(account, { ...(isWaiting ? ({ kind: 'unknown' } as const) : fate), before });
}
