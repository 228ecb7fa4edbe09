import type { ChainId } from '#src/config/chains.ts';
import type { Head } from '#src/server/platform/chains/chain-sources.ts';
import {
  type HeadBlock,
  isClockOff,
  isStalled,
  nextSeen,
  type SeenHead,
} from '#src/server/platform/chains/head-watch.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { within } from '#src/server/platform/util/within.ts';

/** A stored time of first sight that differs by more milliseconds is replaced: the clock was set. */
const CLOCK_SET_MS = 5_000;
/** Every chain's time is asked for at the same moment, and nothing waits longer for one that is slow. */
const ASKED_MS = 5_000;

/**
 * Records whether a chain's head moves and stores it for every instance. Time is measured by the monotonic clock; only
 * for the first head that a process sees, the server's clock tells whether it is old, unless that clock itself is
 * wrong.
 */
export async function watchHead(context: AppContext, chainId: ChainId, { number }: Head): Promise<void> {
  const { monotonic, seen, stallAfterMs } = context.heads;
  const last = seen.get(chainId);
  const block = await newestBlock(context, chainId, number).catch(() => null);
  const at = monotonic();
  // A block that the sources do not agree on yet, or do not have, is not a new head.
  const next =
    block === null
      ? last
      : await nextSeen(last, block, at, async () => {
          const ahead = context.now() - Number(block.time) * 1000;
          const now = context.now();
          const all = (await chainTimes(context)).map((time) => now - time);
          return ahead > stallAfterMs && !isClockOff(all, stallAfterMs);
        });
  if (next === undefined) return;
  seen.set(chainId, next);
  await keep(context, chainId, next, at);
}

async function newestBlock(context: AppContext, chainId: ChainId, number: bigint): Promise<HeadBlock | null> {
  const block = await chainOf(context, chainId).block(number);
  return block === null ? null : { number, ...block };
}

/** The time (ms) of the newest block of every chain that answers within a few seconds. */
export async function chainTimes(context: Pick<AppContext, 'chains'>): Promise<readonly number[]> {
  const blocks = await Promise.all(
    [...context.chains.values()].map((chain) => {
      const newest = chain.head().then(({ number }) => chain.block(number));
      return within(newest, ASKED_MS).catch(() => null);
    }),
  );
  return blocks.flatMap((block) => (block === null ? [] : [Number(block.time) * 1000]));
}

async function keep(context: AppContext, chainId: ChainId, seen: SeenHead, at: number): Promise<void> {
  const { number, hash, time } = seen.block;
  const values = {
    number,
    hash,
    block_time: time,
    // By the current clock, which may have been set since.
    seen_at: BigInt(Math.round(context.now() - (at - seen.seenAt))),
    stalled: isStalled(seen, at, context.heads.stallAfterMs) ? 1n : 0n,
  };
  const stored = await context.db
    .selectFrom('chain_heads')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst();
  const isSame =
    stored?.hash === hash &&
    stored.stalled === values.stalled &&
    Math.abs(Number(stored.seen_at - values.seen_at)) <= CLOCK_SET_MS;
  if (isSame) return;
  await context.db
    .insertInto('chain_heads')
    .values({ chain_id: BigInt(chainId), ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute();
}
