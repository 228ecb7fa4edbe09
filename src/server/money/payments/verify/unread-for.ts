import type { ChainId } from '#src/config/chains.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { keepNewest } from '#src/server/platform/util/caches.ts';

/** Blocks whose amounts are unread: more than an outage of hours has, with a payment in each. */
const MOST_UNREAD = 20_000;
/** The most that the time between two questions counts, in milliseconds: in a pause nobody has asked. */
const LONGEST_GAP_MS = 60_000;

/**
 * For how long this process has asked for what shows a block's amounts, in vain; to be called after each question. Not
 * since they were seen, nor since the first question: after a pause of the books or of the sources, all that waited is
 * read at once, and a limit of the sources' rate refuses some of it for a moment.
 */
export function unreadMs(context: AppContext, chainId: ChainId, shown: string): number {
  const { unread } = chainOf(context, chainId);
  const askedAt = context.heads.monotonic();
  const last = unread.get(shown);
  const forMs = last === undefined ? 0 : last.forMs + Math.min(askedAt - last.askedAt, LONGEST_GAP_MS);
  keepNewest(unread, shown, { forMs, askedAt }, MOST_UNREAD);
  return forMs;
}
