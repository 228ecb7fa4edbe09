import { hashValue, hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { keptFor } from '../util/caches.ts';
import { ChainUnavailableError } from './read-by-quorum.ts';

type Json = Record<string, unknown>;

/** How many transactions of one block we read at once: each may have half a megabyte. */
const AT_ONCE = 20;
/** How many may be too large even by themselves: no block has room for more, so it is the source that fails. */
const MOST_MISSING = 20;

export interface WholeBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly Json[];
  /** Whether the source refuses some of its transactions even by themselves. */
  readonly isPartial: boolean;
}

/** By source, the block that it last refused to tell as a whole: after a timeout, the next call does not ask again. */
const lastRefused = keptFor((_: RpcReader) => ({ number: -1n }));

/**
 * A block with its transactions, according to one source; null if it does not have it. For a few dollars anybody fills
 * a block with more bytes than a source answers or sends in time. With `alone`, we then read its transactions one by
 * one. Throws the source's errors.
 */
export async function wholeBlock(source: RpcReader, number: bigint, alone = true): Promise<WholeBlock | null> {
  const refused = lastRefused(source);
  if (!alone || refused.number !== number) {
    try {
      const block = await blockOf(source, number, true);
      return block === null ? null : { ...block, transactions: block.listed as readonly Json[], isPartial: false };
    } catch (error) {
      if (!alone || error instanceof ChainUnavailableError) throw error;
      refused.number = number;
    }
  }
  try {
    const block = await blockOf(source, number, false);
    if (block === null) return null;
    const transactions = await oneByOne(source, block.hash, block.listed.map(hashValue));
    return { ...block, transactions, isPartial: transactions.length < block.listed.length };
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) refused.number = -1n;
    throw error;
  }
}

async function blockOf(source: RpcReader, number: bigint, whole: boolean) {
  const params = [hex(number), whole];
  const block = (await source.request({ method: 'eth_getBlockByNumber', params })) as Json | null;
  if (block === null) return null;
  if (quantity(block['number']) !== number) throw new MalformedAnswerError('the answer is a different block');
  const { transactions } = block;
  if (!Array.isArray(transactions)) throw new MalformedAnswerError('a block without a body');
  return {
    number,
    hash: lower(block['hash']),
    parentHash: lower(block['parentHash']),
    listed: transactions as readonly unknown[],
  };
}

async function oneByOne(source: RpcReader, blockHash: string, hashes: readonly string[]): Promise<readonly Json[]> {
  const told: Json[] = [];
  for (let start = 0; start < hashes.length; start += AT_ONCE) {
    const asked = hashes.slice(start, start + AT_ONCE).map(async (hash) => {
      const transaction = (await source.request({ method: 'eth_getTransactionByHash', params: [hash] })) as Json | null;
      return transaction !== null && lower(transaction['blockHash']) === blockHash ? transaction : null;
    });
    for (const answer of await Promise.allSettled(asked)) {
      if (answer.status === 'fulfilled' && answer.value !== null) told.push(answer.value);
      if (answer.status === 'rejected' && answer.reason instanceof ChainUnavailableError) throw answer.reason;
    }
    const missing = Math.min(start + AT_ONCE, hashes.length) - told.length;
    // A source that tells none refuses for another reason than their size.
    if (missing > MOST_MISSING || (missing > 0 && told.length === 0 && start + AT_ONCE >= hashes.length))
      throw new MalformedAnswerError(`a block of which ${missing} transactions are not told`);
  }
  return told;
}
