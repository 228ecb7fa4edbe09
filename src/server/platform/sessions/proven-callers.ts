import type { Db } from '../database/tables.ts';
import { ageOf } from '../util/age.ts';
import { keyedCache } from '../util/caches.ts';
import { findProof } from './proofs.ts';
import { findSession, isMarked } from './session-store.ts';

/** How many sessions of one group of addresses get their own budget; further ones count as their address. */
const SESSIONS_IN_GROUP = 30;
/** How long we trust a proof without another look, and keep an unused place in a group. */
const KEPT_MS = 60_000;
const SESSIONS_KEPT = 50_000;
const GROUPS_KEPT = 10_000;

/** Visitors behind one carrier's address must not use up each other's requests. Made-up tokens cause no read. */
export function createProvenCallers({ db, now }: { readonly db: Db; readonly now: () => number }) {
  const proven = keyedCache<string | null>(KEPT_MS, SESSIONS_KEPT, now);
  const places = createPlaces(now);
  const lookUp = async (token: string) => {
    const session = await findSession(db, token, now());
    if (session?.wallet == null) return null;
    return (await findProof(db, session, session.wallet, now())) === null ? null : session.tokenHash;
  };
  return {
    /** The session of a cookie's token; null without a proof, if its group has too many, or without a database. */
    find: async (token: string | undefined, group: string): Promise<string | null> => {
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

/** The sessions that each group of addresses has places for, with the time of their last use. */
function createPlaces(now: () => number) {
  // Ordered by last use, oldest first.
  const groups = new Map<string, Map<string, number>>();
  return {
    /** Whether a session holds one of its group's places, taking a free one if it can; using a place keeps it. */
    take: (group: string, session: string): boolean => {
      const used = groups.get(group) ?? new Map<string, number>();
      groups.delete(group);
      groups.set(group, used);
      const [oldest] = groups.keys();
      if (groups.size > GROUPS_KEPT && oldest !== undefined) groups.delete(oldest);
      for (const [known, at] of used) if (ageOf(at, now()) >= KEPT_MS) used.delete(known);
      if (!used.has(session) && used.size >= SESSIONS_IN_GROUP) return false;
      used.set(session, now());
      return true;
    },
  };
}
