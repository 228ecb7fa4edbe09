import type { ChainId } from '#src/config/chains.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import { blocksApart, type Head } from '#src/server/platform/chains/chain-sources.ts';
import {
  type HeadBlock,
  isClockOff,
  isStalled,
  nextSeen,
  type SeenHead,
} from '#src/server/platform/chains/head-watch.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';

/** If the stored time of first sight is off by more than this, in milliseconds, somebody set the clock: replace it. */
const CLOCK_SET_MS = 5_000;
/** How long we wait for the chains to answer, all at once, so that a slow one holds nothing up. */
const ASKED_MS = 5_000;

/**
 * Records whether a chain's head moves, and stores it for every instance. Measures time by the monotonic clock; only
 * for the first head a process sees does the server's clock decide whether it is old, unless that clock itself is
 * wrong.
 */
export async function watchHead(context: AppContext, chainId: ChainId, { number }: Head): Promise<void> {
  const { monotonic, stallAfterMs } = context.heads;
  const last = context.heads.last(chainId);
  const block = await newestBlock(context, chainId, number).catch(() => null);
  const at = monotonic();
  // A block that the sources do not agree on yet, or do not have, is not a new head.
  const next =
    block === null
      ? last
      : await nextSeen(last, block, at, async () => {
          const now = context.now();
          const times = await timesByChain(context);
          const ahead = (of: (id: ChainId) => boolean) =>
            [...times].flatMap(([id, time]) => (of(id) ? [now - time] : []));
          const [others, all] = [ahead((id) => id !== chainId), ahead(() => true)];
          // A clock that is behind by as much as this chain has stood still would show its head as new.
          // One that is ahead is not told from chains that stand still.
          const present = isClockOff(others, stallAfterMs) ? Math.max(now, now - Math.min(...others)) : now;
          return present - Number(block.time) * 1000 > stallAfterMs && !isClockOff(all, stallAfterMs);
        });
  if (next === undefined) return;
  context.heads.note(chainId, next);
  await keep(context, chainId, next, at);
}

/**
 * The block at the head. If a source makes one up, only the quickest other one may have it: then an earlier one that
 * all of them should have (S6).
 */
async function newestBlock(context: AppContext, chainId: ChainId, head: bigint): Promise<HeadBlock | null> {
  const at = async (number: bigint) => {
    const block = await chainOf(context, chainId).block(number);
    return block === null ? null : { number, ...block };
  };
  const behind = blocksApart(chainId);
  return (await at(head).catch(() => null)) ?? at(head > behind ? head - behind : 0n);
}

/** The time (ms) of the newest block of every chain that answers within a few seconds. */
export async function chainTimes(context: Pick<AppContext, 'chains'>): Promise<readonly number[]> {
  return [...(await timesByChain(context)).values()];
}

async function timesByChain({ chains }: Pick<AppContext, 'chains'>): Promise<ReadonlyMap<ChainId, number>> {
  const blocks = await Promise.all(
    [...chains].map(async ([chainId, chain]) => {
      const newest = chain.head().then(({ number }) => chain.block(number));
      return [chainId, await within(newest, ASKED_MS).catch(() => null)] as const;
    }),
  );
  return new Map(blocks.flatMap(([id, block]) => (block === null ? [] : [[id, Number(block.time) * 1000]])));
}

async function keep(context: AppContext, chainId: ChainId, seen: SeenHead, at: number): Promise<void> {
  const { number, hash, time } = seen.block;
  const values = {
    number,
    hash,
    block_time: time,
    // By the clock as it is now: somebody may have set it since.
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
