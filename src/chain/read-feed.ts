import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { PRICE_FEED_ABI } from './abi/price-feed.ts';
import type { RpcReader } from './rpc-reader.ts';

export interface FeedRound {
  readonly roundId: bigint;
  /** 10^-8 USD; zero or negative if the feed is broken. */
  readonly answer: bigint;
  /** Seconds. */
  readonly updatedAt: bigint;
}

/** A round with the answer of the previous round (null if there is none). */
export interface RoundInForce extends FeedRound {
  readonly previousAnswer: bigint | null;
}

export async function readLatestRound(source: RpcReader, feed: string): Promise<FeedRound> {
  const round = await readRound(source, feed, null);
  if (round === null) throw new Error('the price feed has no rounds');
  return round;
}

/** How many earlier phases we search: the proxy starts one when its aggregator is replaced, and some stay empty. */
const PHASES_BACK = 3n;

/**
 * The round in force at `at` (seconds), according to one source; null if none is that old. Within a phase of the proxy
 * rounds grow with time, so the search doubles its steps back and bisects, and needs no archive node. Before a phase's
 * first round, the last one of the phase before is in force.
 */
export async function readRoundInForce(source: RpcReader, feed: string, at: bigint): Promise<RoundInForce | null> {
  const latest = await readLatestRound(source, feed);
  const found =
    latest.updatedAt <= at
      ? latest
      : ((await searchBack(source, feed, latest.roundId, at)) ??
        (await searchEarlier(source, feed, latest.roundId, at)));
  if (found === null) return null;
  const previous = await readRound(source, feed, found.roundId - 1n);
  return { ...found, previousAnswer: previous?.answer ?? null };
}

/** The last round not after `at` in earlier phases than that of `roundId`; null if there is none. */
async function searchEarlier(source: RpcReader, feed: string, roundId: bigint, at: bigint): Promise<FeedRound | null> {
  const phase = roundId >> 64n;
  for (let back = 1n; back <= PHASES_BACK && back < phase; back += 1n) {
    const found = await searchForward(source, feed, ((phase - back) << 64n) + 1n, at);
    if (found !== null) return found;
  }
  return null;
}

/** The last round of a phase not after `at`; a phase numbers its rounds without gaps. */
async function searchForward(source: RpcReader, feed: string, first: bigint, at: bigint): Promise<FeedRound | null> {
  const within = async (id: bigint) => {
    const round = await readRound(source, feed, id);
    return round !== null && round.updatedAt <= at ? round : null;
  };
  let best = await within(first);
  if (best === null) return null;
  let high = first + 1n;
  for (let step = 2n; ; step *= 2n) {
    const round = await within(high);
    if (round === null) break;
    best = round;
    high += step;
  }
  let low = best.roundId;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const round = await within(middle);
    if (round === null) high = middle;
    else {
      low = middle;
      best = round;
    }
  }
  return best;
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

/** Nodes report a revert in different ways: code 3, or one of their own codes with a telling message. */
function isRevert(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && (current.code === 3 || current.code === -32015)) return true;
    if ('code' in current && typeof current.code === 'number' && /revert|VM execution/i.test(current.message))
      return true;
  }
  return false;
}
