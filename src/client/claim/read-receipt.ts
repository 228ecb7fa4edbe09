import { CLAIMED_EVENT } from '#src/chain/read-claims.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';

/** What a transaction has paid by a claim. */
export interface ClaimReceipt {
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
  readonly blockNumber: bigint;
  /** Seconds since 1970. */
  readonly blockTime: bigint;
}

/**
 * What the contract at `claims` has paid for an account by a transaction; null if the source does not show that.
 * Rejects with the source's errors.
 */
export async function readClaimReceipt(
  source: RpcReader,
  claims: string,
  { account, hash }: { readonly account: string; readonly hash: string },
): Promise<ClaimReceipt | null> {
  const transaction = await readTransaction(source, hash);
  if (transaction.state !== 'mined') return null;
  const paid = transaction.logs.find(
    ({ address, topics: [event, of] }) => address === claims && event === CLAIMED_EVENT && addressIn(of) === account,
  );
  if (paid === undefined) return null;
  const { blockNumber, blockTime } = transaction;
  return { to: addressIn(paid.topics[2]), amount: BigInt(paid.data), blockNumber, blockTime };
}

/** The address in a topic. */
function addressIn(topic = ''): string {
  return `0x${topic.slice(-40)}`;
}
