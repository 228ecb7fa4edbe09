import { findClaim, readClaimed } from '#src/chain/read-claims.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import { quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import type { ClaimEvidence, ClaimRequest } from './claim-requests.ts';

interface Sources {
  readonly source: RpcReader;
  /** The one that is asked for logs, which nodes of wallets often refuse. */
  readonly logs: RpcReader;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the chain shows of a claim that was asked for. Rejects if not even its head can be read. */
export async function gatherEvidence(
  { account, hash, block }: ClaimRequest,
  { claims }: Distributor,
  { source, logs, now }: Sources,
): Promise<ClaimEvidence> {
  // Blocks that replace others can have what was sent later than those.
  const since = BigInt(Math.max(0, block - REQUIRED_CONFIRMATIONS + 1));
  const [claimed, transaction, nonce, head, log] = await Promise.all([
    readClaimed(source, claims, account).catch(() => null),
    hash === null ? null : readTransaction(source, hash).catch(() => null),
    readNonce(source, account, 'latest'),
    source.request({ method: 'eth_blockNumber', params: [] }).then(quantity),
    findClaim(logs, claims, account, since).catch(() => null),
  ]);
  const own = log === null || log === hash ? null : await readTransaction(source, log).catch(() => null);
  return {
    claimed,
    mined:
      transaction?.state === 'mined'
        ? { succeeded: transaction.succeeded, block: Number(transaction.blockNumber) }
        : null,
    nonce,
    head: Number(head),
    logged: log === null ? null : { hash: log, isOwn: own?.state === 'mined' && own.from === account },
    now,
  };
}

/** The number of an account's next transaction; null if unread. */
export async function readNonce(source: RpcReader | Provider, account: string, at: 'latest' | 'pending') {
  return source
    .request({ method: 'eth_getTransactionCount', params: [account, at] })
    .then((count) => Number(quantity(count)))
    .catch(() => null);
}
