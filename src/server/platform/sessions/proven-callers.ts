import type { Db } from '../database/tables.ts';
import { keyedCache } from '../util/keyed-cache.ts';
import { findProof } from './has-proof.ts';
import { isMarked } from './marked-token.ts';
import { findSession } from './session-store.ts';

/** Sessions with a separate budget that one group of addresses may add; further ones count as their address. */
const SESSIONS_IN_GROUP = 30;
/** How long a proof is believed without another look, and a place in a group is kept without use. */
const KEPT_MS = 60_000;
const SESSIONS_KEPT = 50_000;
const GROUPS_KEPT = 10_000;

/** Identifies sessions that are counted separately from their address, because they have proven a wallet. */
export interface ProvenCallers {
  /**
   * The session (by its hash) that a cookie's token counts as; null for a session without a proof, for one too many of
   * its group, and while the database does not answer.
   */
  find(token: string | undefined, group: string): Promise<string | null>;
}

/**
 * Visitors behind one carrier's address must not use up each other's requests. Tokens of proven sessions are recognised
 * by their mark, so a flood of invented ones reads nothing; a known token is looked up once per minute.
 */
export function createProvenCallers({ db, now }: { readonly db: Db; readonly now: () => number }): ProvenCallers {
  const proven = keyedCache<string | null>(KEPT_MS, SESSIONS_KEPT, now);
  const places = createPlaces(now);
  const lookUp = async (token: string) => {
    const session = await findSession(db, token, now());
    if (session?.wallet == null) return null;
    return (await findProof(db, session, session.wallet, now())) === null ? null : session.tokenHash;
  };
  return {
    find: async (token, group) => {
      try {
        if (token === undefined || !(await isMarked(db, token))) return null;
        const session = await proven.get(token, () => lookUp(token));
        return session !== null && places.take(group, session) ? session : null;
      } catch {
        return null;
      }
    },
  };
}

/** The sessions that each group of addresses currently adds, with the time of their last use. */
function createPlaces(now: () => number) {
  // The group used last is the last one.
  const groups = new Map<string, Map<string, number>>();
  return {
    /** Whether a session has one of its group's places, taking a free one; it keeps the place by using it. */
    take: (group: string, session: string): boolean => {
      const used = groups.get(group) ?? new Map<string, number>();
      groups.delete(group);
      groups.set(group, used);
      const [oldest] = groups.keys();
      if (groups.size > GROUPS_KEPT && oldest !== undefined) groups.delete(oldest);
      for (const [known, at] of used) if (now() - at >= KEPT_MS) used.delete(known);
      if (!used.has(session) && used.size >= SESSIONS_IN_GROUP) return false;
      used.set(session, now());
      return true;
    },
  };
}
