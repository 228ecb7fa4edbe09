import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { PRICE_FEED_ABI } from './abi/price-feed.ts';
import type { RpcReader } from './rpc-reader.ts';

export interface FeedRound {
  readonly roundId: bigint;
  /** 10^-8 USD; may be zero or negative when the feed is broken. */
  readonly answer: bigint;
  /** Seconds. */
  readonly updatedAt: bigint;
}

/** A round with the answer of the previous round (null if there is none). */
export interface RoundInForce extends FeedRound {
  readonly previousAnswer: bigint | null;
}

/** The latest round of a feed according to one source. */
export async function readLatestRound(source: RpcReader, feed: string): Promise<FeedRound> {
  const round = await readRound(source, feed, null);
  if (round === null) throw new Error('the price feed has no rounds');
  return round;
}

/**
 * The round with the greatest `updatedAt` not after `at` (seconds), according to one source. Rounds grow with time
 * within one phase of the proxy, so the search doubles its steps back and then halves them; it needs no archive node.
 * Null if the phase has no round that old. A round the feed does not know counts as too old.
 */
export async function readRoundInForce(source: RpcReader, feed: string, at: bigint): Promise<RoundInForce | null> {
  const latest = await readLatestRound(source, feed);
  const found = latest.updatedAt <= at ? latest : await searchBack(source, feed, latest.roundId, at);
  if (found === null) return null;
  const previous = await readRound(source, feed, found.roundId - 1n);
  return { ...found, previousAnswer: previous?.answer ?? null };
}

async function searchBack(source: RpcReader, feed: string, latestId: bigint, at: bigint): Promise<FeedRound | null> {
  let high = latestId;
  let low = (latestId >> 64n) << 64n;
  let best: FeedRound | null = null;
  const consider = (id: bigint, round: FeedRound | null) => {
    if (round !== null && round.updatedAt > at) {
      high = id;
      return false;
    }
    low = id;
    best = round;
    return true;
  };
  for (let step = 1n; high - step > low; step *= 2n) {
    if (consider(high - step, await readRound(source, feed, high - step))) break;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    consider(middle, await readRound(source, feed, middle));
  }
  return best;
}

async function readRound(source: RpcReader, feed: string, roundId: bigint | null): Promise<FeedRound | null> {
  const data =
    roundId === null
      ? encodeFunctionData({ abi: PRICE_FEED_ABI, functionName: 'latestRoundData' })
      : encodeFunctionData({ abi: PRICE_FEED_ABI, functionName: 'getRoundData', args: [roundId] });
  let result: unknown;
  try {
    result = await source.request({ method: 'eth_call', params: [{ to: feed, data }, 'latest'] });
  } catch (error) {
    // "No data present": the feed reverts for a round it does not have. Any other failure is the source's.
    if (roundId !== null && isRevert(error)) return null;
    throw error;
  }
  const [id, answer, , updatedAt] = decodeFunctionResult({
    abi: PRICE_FEED_ABI,
    functionName: 'getRoundData',
    data: result as `0x${string}`,
  });
  return updatedAt === 0n ? null : { roundId: id, answer, updatedAt };
}

/** Nodes report a revert in different words: code 3, or one of their own codes with a telling message. */
function isRevert(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && (current.code === 3 || current.code === -32015)) return true;
    if ('code' in current && typeof current.code === 'number' && /revert|VM execution/i.test(current.message))
      return true;
  }
  return false;
}
