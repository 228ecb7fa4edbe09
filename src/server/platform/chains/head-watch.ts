import type { ChainId } from '#src/config/chains.ts';

/** How long a chain may go without a new head before we stop selling on it, in milliseconds. */
export const STALL_AFTER_MS = 180_000;
/** After a longer gap between two looks we cannot tell whether the head moved just now or long ago; in milliseconds. */
const CONTINUOUS_MS = 60_000;
/** Stalled sources can show no more heads than there are sources; no installation has this many. */
const REMEMBERED_HEADS = 16;
/** How far apart the newest blocks of healthy chains can be, in milliseconds: five missed blocks of the slowest one. */
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
  /** When this process first saw `block`. */
  readonly seenAt: number;
  /** Since when there is no new head; null if it was already old when first seen. */
  readonly movedAt: number | null;
  readonly lookedAt: number;
}

/** The heads that this process has seen, and its clock for them. */
export interface HeadWatch {
  /** Milliseconds that only ever increase, even if somebody sets the machine's clock. */
  readonly monotonic: () => number;
  readonly stallAfterMs: number;
  /** The state of a chain's head after the last look; undefined before the first. */
  readonly last: (chainId: ChainId) => SeenHead | undefined;
  readonly note: (chainId: ChainId, seen: SeenHead) => void;
}

/** `stallAfterMs` is Infinity for chains that mine only on demand, as in tests. */
export function createHeadWatch({
  stallAfterMs = STALL_AFTER_MS,
  monotonic = () => performance.now(),
}: Partial<Pick<HeadWatch, 'stallAfterMs' | 'monotonic'>> = {}): HeadWatch {
  const heads = new Map<ChainId, SeenHead>();
  return {
    monotonic,
    stallAfterMs,
    last: (chainId) => heads.get(chainId),
    note: (chainId, seen) => void heads.set(chainId, seen),
  };
}

/**
 * The state after a look. A head is new by its hash: numbers drop in a reorg, and a lagging source is no movement.
 * Calls `isOldAtFirstSight` only if no recent look tells.
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

/** Whether there has been no new head for too long, at monotonic time `at`. */
export function isStalled(seen: SeenHead, at: number, stallAfterMs: number): boolean {
  return seen.movedAt === null || at - seen.movedAt >= stallAfterMs;
}

/** Whether our clock is wrong: chains do not stop at once, so two that differ by the same amount are right. */
export function isClockOff(aheadMs: readonly number[], limitMs: number): boolean {
  return (
    aheadMs.length >= 2 &&
    aheadMs.every((ahead) => Math.abs(ahead) > limitMs) &&
    Math.max(...aheadMs) - Math.min(...aheadMs) < SPREAD_MS
  );
}
