import type { ChainId } from '#src/config/chains.ts';
import type { BalancePoint, Head } from '#src/server/platform/chains/chain-sources.ts';
import { ChainDisputeError, ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { UNVERIFIABLE_AFTER_MS, unreadMs } from '../verify/payment-alarms.ts';
import { NOTABLE_MICRO, UNKNOWN_QUEUE, VALUED_QUEUES } from '../verify/worth.ts';

/** How often the presale's balances are compared with its payments, in milliseconds. */
export const EVERY_MS = 30_000;
/** After this long we no longer expect the sources to recover the states in between, in milliseconds. */
export const FORGOTTEN_AFTER_MS = 3_600_000;
/** How often a name of unknown value is looked for, about a quarter of an hour, until no comparison waits for it. */
const MOST_TRIES = 20n;

/** The presale's balance of its coins or of one token. */
export interface Balance {
  readonly chainId: ChainId;
  /** What it is of, among the balances of its chain. */
  readonly of: string;
  /** Up to where it has been compared. */
  readonly point: BalancePoint;
  at(number: bigint): Promise<bigint>;
  /** The sum of the payments in these blocks. */
  recorded(first: bigint, last: bigint): Promise<bigint>;
  /** Looks for the cause in a block that moved another amount than was recorded. */
  examine(number: bigint, moved: bigint): Promise<void>;
  raise(blocks: string, unexplained: bigint): Promise<void>;
  keep(point: BalancePoint): Promise<void>;
}

/**
 * Where a comparison begins: at block `first`, or if the sources have pruned that one, at the last block when it was
 * first asked for. Null while that is not known: a limit of their rate refuses it for a moment, most of all at a start,
 * and what lies between would never be compared.
 */
export async function firstPoint(
  context: AppContext,
  { chainId, of, at }: Pick<Balance, 'chainId' | 'of' | 'at'>,
  { first, upTo, checkedAt }: { readonly first: bigint; readonly upTo: bigint; readonly checkedAt: number },
): Promise<BalancePoint | null> {
  const { starts } = chainOf(context, chainId);
  // The coins' comparison, where tokens begin, goes on meanwhile: tries again where it began.
  const start = starts.get(of) ?? { number: first, later: null };
  starts.set(of, start);
  try {
    return { number: start.number, balance: await at(start.number), checkedAt };
  } catch (error) {
    if (!isUnread(error)) throw error;
    start.later ??= { number: upTo, balance: await at(upTo), checkedAt: context.now() };
    return unreadMs(context, chainId, `${of} at ${start.number}`) < UNVERIFIABLE_AFTER_MS ? null : start.later;
  }
}

/**
 * Compares a balance with the recorded payments, up to a block. Anybody can pass a wei on in every block, each of which
 * is then examined: so this keeps every step, and ends with its time, but never without a step. If there is none for an
 * hour, of which it was asked for in vain for ten minutes, the difference raises the alarm: after an hour without a
 * server or a final block, a limit of the sources' rate refuses it for a moment. Throws the errors of its reads, for
 * the next pass to try again.
 */
export async function compareBalance(
  context: AppContext,
  upTo: bigint,
  balance: Balance,
  more: () => Promise<boolean>,
): Promise<void> {
  const now = context.now();
  let { point } = balance;
  const unchecked = now - point.checkedAt;
  if ((unchecked >= 0 && unchecked < EVERY_MS) || upTo <= point.number) return;
  const end = { number: upTo, balance: await balance.at(upTo) };
  const open = [end];
  try {
    for (let to = open.at(-1); to !== undefined; to = open.at(-1)) {
      if (!(await more()) && point !== balance.point) return;
      const moved = to.balance - point.balance;
      if (moved !== (await balance.recorded(point.number + 1n, to.number))) {
        if (to.number - point.number > 1n) {
          const number = (point.number + to.number) / 2n;
          open.push({ number, balance: await balance.at(number) });
          continue;
        }
        await balance.examine(to.number, moved);
      }
      // Due at once, and with another hour to locate the next difference.
      point = { ...to, checkedAt: now - EVERY_MS };
      await balance.keep(point);
      open.pop();
    }
  } catch (error) {
    if (!isUnread(error)) throw error;
    const askedMs = unreadMs(context, balance.chainId, `${balance.of} from ${point.number}`);
    if (unchecked < FORGOTTEN_AFTER_MS) throw error;
    // For names an hour, not for ever: one that no source tells stays a name, and anybody can cause new ones.
    const hasUnread = await hasUnreadNames(context, balance.chainId, 0n, upTo);
    if (askedMs < (hasUnread ? FORGOTTEN_AFTER_MS : UNVERIFIABLE_AFTER_MS)) throw error;
    // The sources have pruned the states in between: we know that there is a difference, but not in which block.
    const { number, balance: before } = point;
    const unexplained = end.balance - before - (await balance.recorded(number + 1n, upTo));
    await balance.raise(`${number + 1n}-${upTo}`, unexplained);
  }
  await balance.keep({ ...end, checkedAt: now });
}

/** Whether the next pass may succeed: the sources failed, or do not agree. */
export function isUnread(error: unknown): boolean {
  return error instanceof ChainUnavailableError || error instanceof ChainDisputeError;
}

/** Whether payments that blocks name, of a value or of an unknown one, are not read yet: each pass reads a few. */
export async function hasUnreadNames(
  { db }: AppContext,
  chainId: ChainId,
  first: bigint,
  last: bigint,
): Promise<boolean> {
  const unread = db
    .selectFrom('sightings')
    .select('transaction_hash')
    .where('chain_id', '=', BigInt(chainId))
    .where((where) =>
      where.or([
        where('queue', 'in', VALUED_QUEUES),
        // A Safe's. Anybody can call as a Safe is called: not those that nobody can prove, however often they are read.
        where.and([where('queue', '=', UNKNOWN_QUEUE), where('tries', '<', MOST_TRIES)]),
      ]),
    )
    .where('block_number', '>=', first)
    .where('block_number', '<=', last);
  return (await unread.limit(1).executeTakeFirst()) !== undefined;
}

/** The last finalized block whose payments have been searched. */
export async function knownBlock(context: AppContext, chainId: ChainId, head: Head): Promise<bigint> {
  const cursor = await context.db
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst();
  const scanned = cursor?.block_number ?? 0n;
  return scanned < head.finalized ? scanned : head.finalized;
}

interface Unexplained {
  readonly subject: string;
  readonly detail: string;
  /** Its value in micro-dollars; null if unknown. */
  readonly worth: bigint | null;
  readonly isLoss: boolean;
}

/** Raises the alarm about a part of a balance that nothing explains; small incoming amounts share one. */
export async function raiseUnexplained(
  context: AppContext,
  chainId: ChainId,
  { subject, detail, worth, isLoss }: Unexplained,
): Promise<void> {
  if (isLoss || worth === null || worth >= NOTABLE_MICRO)
    return void (await context.alarms.raise('unexplained-balance', subject, detail, worth));
  // Anybody can have contracts pass small amounts on, in any number of blocks.
  await context.alarms.tally({
    ...{ kind: 'unexplained-balance', subject: `${chainId}/small`, severity: 'low', worthMicro: worth },
    detail: 'small amounts came in that no known transfer explains; examples are chain and block',
    example: subject,
    mark: async () => 1,
  });
}
