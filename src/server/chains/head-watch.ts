import type { ChainId } from '#src/config/chains.ts';

/** How long a chain may go without a new head before nothing is sold on it, in milliseconds. */
export const STALL_AFTER_MS = 180_000;
/** A look longer ago than this does not tell whether the head moved just now or long before, in milliseconds. */
const CONTINUOUS_MS = 60_000;
/**
 * Sources that stand still can show no more heads than there are sources; a few more are remembered than anybody has.
 */
const REMEMBERED_HEADS = 16;
/** How far apart the newest blocks of healthy chains can be: five missed blocks of the slowest one, in milliseconds. */
const SPREAD_MS = 60_000;

/** A block at the head of a chain: `time` in seconds. */
export interface HeadBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly time: bigint;
}

/** What this process knows of a chain's head; all times are of the monotonic clock. */
export interface SeenHead {
  readonly block: HeadBlock;
  /** Hashes of the last heads, the newest last. */
  readonly hashes: readonly string[];
  /** When `block` was seen first. */
  readonly seenAt: number;
  /**
   * Since when no new head has come; null for one that was old at first sight: it has not moved for too long already.
   */
  readonly movedAt: number | null;
  readonly lookedAt: number;
}

/** The heads that this process has seen, and the clock they are measured by. */
export interface HeadWatch {
  /** Milliseconds that only ever go up, whatever is done to the clock of the machine. */
  readonly monotonic: () => number;
  readonly stallAfterMs: number;
  readonly seen: Map<ChainId, SeenHead>;
}

/** Infinity as `stallAfterMs` is for chains that make blocks only on demand, such as those of tests. */
export function createHeadWatch({
  stallAfterMs = STALL_AFTER_MS,
  monotonic = () => performance.now(),
}: Partial<Omit<HeadWatch, 'seen'>> = {}): HeadWatch {
  return { monotonic, stallAfterMs, seen: new Map() };
}

/**
 * What is known after a look at monotonic time `at`. A head is new when its hash was not seen before: its number may be
 * lower after a reorg, and a lagging source that comes and goes must not pass for movement. `isOldAtFirstSight` is
 * asked only where nothing seen shortly before tells whether the chain moves.
 */
export async function nextSeen(
  last: SeenHead | undefined,
  block: HeadBlock,
  at: number,
  isOldAtFirstSight: () => Promise<boolean>,
): Promise<SeenHead> {
  if (last?.hashes.includes(block.hash)) return { ...last, lookedAt: at };
  const hashes = [...(last?.hashes ?? []), block.hash].slice(-REMEMBERED_HEADS);
  const isContinuous = last !== undefined && at - last.lookedAt <= CONTINUOUS_MS;
  const movedAt = isContinuous || !(await isOldAtFirstSight()) ? at : null;
  return { block, hashes, seenAt: at, movedAt, lookedAt: at };
}

/** Whether no new head has come for too long, at monotonic time `at`. */
export function isStalled(seen: SeenHead, at: number, stallAfterMs: number): boolean {
  return seen.movedAt === null || at - seen.movedAt >= stallAfterMs;
}

/**
 * Whether it is the server's clock that is wrong, from how far it is ahead of the newest block of each chain (ms):
 * chains do not stop all at the same moment, so at least two that are off by more than `limitMs` and by the same are
 * right.
 */
export function isClockOff(aheadMs: readonly number[], limitMs: number): boolean {
  return (
    aheadMs.length >= 2 &&
    aheadMs.every((ahead) => Math.abs(ahead) > limitMs) &&
    Math.max(...aheadMs) - Math.min(...aheadMs) < SPREAD_MS
  );
}
