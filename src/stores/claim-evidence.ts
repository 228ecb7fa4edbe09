import { CLAIMED_EVENT, findClaim, readClaimed } from '#src/chain/read-claims.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import { hex, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import type { ClaimEvidence, ClaimRequest, ShownClaim } from './claim-requests.ts';

interface Sources {
  readonly source: RpcReader;
  /** The one that is asked for logs, which nodes of wallets often refuse. */
  readonly logs: RpcReader;
}

type OnChain = Omit<ClaimEvidence, 'heldMs' | 'unseenMs'>;

/** What the chain shows of a claim that was asked for. Rejects if not even its head can be read. */
export async function gatherEvidence(
  request: ClaimRequest,
  { claims }: Distributor,
  { source, logs }: Sources,
): Promise<OnChain> {
  const { account, hash } = request;
  const first = finalBlock(request.block) + 1;
  const head = Number(quantity(await source.request({ method: 'eth_blockNumber', params: [] })));
  // Of one final block, so that neither is older than the other, and none is taken back.
  const [claimed, transaction, nonce, log] = await Promise.all([
    readFinal(head, `claimed ${account}`, (at) => readClaimed(source, claims, account, at)),
    hash === null ? null : readTransaction(source, hash).catch(() => null),
    readFinal(head, `nonce ${account}`, (at) => readNonce(source, account, at)),
    findClaim(logs, claims, account, BigInt(first)).catch(() => null),
  ]);
  const logged =
    log === hash ? transaction : log === null ? null : await readTransaction(source, log).catch(() => null);
  const receiver = receiverOf(logged, claims, account);
  return {
    claimed,
    shown: transaction === null ? null : shownClaim(transaction, request, claims),
    nonce,
    head,
    // Only the account itself can name another receiver, whoever sends its transaction.
    logged:
      log === null || receiver === null || logged?.state !== 'mined' || logged.blockNumber < first
        ? null
        : { hash: log, isOwn: logged.from === account || receiver !== account },
  };
}

/** The latest block that no other replaces; blocks that replace others can have what was sent later than those. */
function finalBlock(head: number): number {
  return Math.max(0, head - REQUIRED_CONFIRMATIONS + 1);
}

/** A claim names the contract as its receiver, or is logged by it: contract accounts are called by others. */
function shownClaim(its: TransactionReading, request: ClaimRequest, claims: string): ShownClaim | null {
  if (its.state === 'missing') return null;
  const { account } = request;
  const isDirect = its.to === claims;
  const nonce = its.from === account ? Number(its.nonce) : null;
  if (its.state === 'pending') {
    const canBe = isDirect || its.from !== account || its.to === account;
    return { isClaim: canBe, nonce, mined: null };
  }
  const { succeeded } = its;
  const block = Number(its.blockNumber);
  const isClaim = succeeded ? receiverOf(its, claims, account) !== null : isDirect;
  return { isClaim: isClaim && block > finalBlock(request.block), nonce, mined: { succeeded, block } };
}

/** Who received what a transaction has claimed for an account; null if it shows no such claim. */
function receiverOf(its: TransactionReading | null, claims: string, account: string): string | null {
  if (its?.state !== 'mined') return null;
  const addressIn = (topic = '') => `0x${topic.slice(-40)}`;
  const claim = its.logs.find(
    ({ address, topics: [event, of] }) => address === claims && event === CLAIMED_EVENT && addressIn(of) === account,
  );
  return claim === undefined ? null : addressIn(claim.topics[2]);
}

/** What the latest block has shown, and since which head it has shown nothing else. */
const latest = new Map<string, { readonly value: unknown; readonly since: number }>();

/**
 * Reads a number of the contract or the account, which only grows, as it is after a final block; null if unread. Some
 * nodes answer for their latest block alone: what that one shows counts once it has stood as long.
 */
async function readFinal<T>(head: number, key: string, read: (at: string) => Promise<T>): Promise<T | null> {
  try {
    return await read(hex(finalBlock(head)));
  } catch {
    const value = await read('latest').catch(() => undefined);
    if (value === undefined) return null;
    const before = latest.get(key);
    const since = before?.value === value ? before.since : head;
    latest.set(key, { value, since });
    // The latest block can have been a later one than the head that was read before it.
    return since < finalBlock(head) ? value : null;
  }
}

/** The number of an account's next transaction after a block. */
export async function readNonce(source: RpcReader | Provider, account: string, at: string): Promise<number> {
  return Number(quantity(await source.request({ method: 'eth_getTransactionCount', params: [account, at] })));
}
