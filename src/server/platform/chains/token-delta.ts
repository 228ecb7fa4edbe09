import { lower, type RpcReader } from '#src/chain/rpc-reader.ts';
import { keptFor } from '../util/kept-for.ts';
import { expectOwnLogs } from './block-logs.ts';
import type { PaymentTransaction } from './payment-transaction.ts';
import { loggedMovement, tokenBalance } from './token-movement.ts';

interface BlockReading {
  readonly delta: bigint;
  /** The transactions whose logs paid the presale. */
  readonly paying: ReadonlySet<string>;
}

/** How many readings we keep of each source. */
const KEPT = 8;
/** By source, what it tells of a token in a block. */
const readingsOf = keptFor((_: RpcReader) => new Map<string, Promise<BlockReading>>());

/**
 * How far the presale's token balance moved beyond that block's Transfer logs (S4): 0 for honest tokens, negative for
 * one that takes a fee or logs without moving. Needs the state of the block and of the one before. Payments of one
 * block share its reading, for anybody can put hundreds of them into a block of many megabytes; one with another delta,
 * or without the payment's own logs, is read anew by the next call. Throws the source's errors if it has pruned the
 * states, and MalformedAnswerError for logs that lack those of the payment itself.
 */
export async function tokenDelta(
  source: RpcReader,
  token: string,
  presaleAddress: string,
  { hash, reading: { blockNumber, blockHash } }: Pick<PaymentTransaction, 'hash' | 'reading'>,
): Promise<bigint> {
  const readings = readingsOf(source);
  const account = presaleAddress.toLowerCase();
  const key = `${token} ${account} ${blockHash}`;
  const reading = readings.get(key) ?? readBlock(source, { token, account, blockHash }, blockNumber);
  readings.set(key, reading);
  const [oldest] = readings.keys();
  if (readings.size > KEPT && oldest !== undefined) readings.delete(oldest);
  let isKept = false;
  try {
    const { delta, paying } = await reading;
    expectOwnLogs(paying, hash);
    isKept = delta === 0n;
    return delta;
  } finally {
    if (!isKept && readings.get(key) === reading) readings.delete(key);
  }
}

async function readBlock(
  source: RpcReader,
  block: Record<'token' | 'account' | 'blockHash', string>,
  number: bigint,
): Promise<BlockReading> {
  const balanceAt = (at: bigint) => tokenBalance(source, block.token, block.account, at);
  const moved = Promise.all([balanceAt(number), balanceAt(number - 1n)]).then(([after, before]) => after - before);
  const [balance, { explained, received }] = await Promise.all([
    moved,
    loggedMovement(source, { ...block, calls: [] }, moved),
  ]);
  return {
    delta: balance - explained,
    paying: new Set(received.map((log) => lower(log['transactionHash']))),
  };
}
