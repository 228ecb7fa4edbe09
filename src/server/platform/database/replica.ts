import { sql } from 'kysely';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import { isStorageOutage } from './database-error.ts';
import type { Db } from './tables.ts';

/** How often we measure the replica's lag while anybody reads, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** How long we wait for an answer of the replica. */
const ANSWERS_WITHIN_MS = 2_000;
/** How long a replica that was fresh may serve reads while no primary answers: a failover takes less. */
const ALONE_FOR_MS = 60_000;

/** Runs a read that may be a few seconds old; never one that follows a write of the same visitor. */
export type PublicReader = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>;

/** Where the primary was in its write-ahead log, and when. */
interface Mark {
  readonly at: number;
  readonly lsn: bigint;
}

/**
 * Reads from a replica that lacks at most `lagMs` of the primary's log; otherwise, or if it fails, from the primary.
 * The lag is measured by one monotonic clock and both positions in the log: no other clock matters, and a quiet primary
 * makes no replica look late. While no primary answers, one that was fresh a minute ago carries on.
 */
export function readFromReplica(
  primary: Db,
  replica: Db,
  lagMs: number,
  elapsed: () => number = () => performance.now(),
): PublicReader {
  let marks: readonly Mark[] = [];
  let isFresh = false;
  let freshAt = Number.NEGATIVE_INFINITY;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const measure = async (): Promise<boolean> => {
    const at = elapsed();
    const lsn = await placeIn(primary, 'pg_current_wal_lsn()');
    const recent = marks.filter((mark) => at - mark.at <= lagMs);
    marks = lsn === null ? recent : [...recent, { at, lsn }];
    const replayed = await withDeadline(placeIn(replica, 'pg_last_wal_replay_lsn()'), ANSWERS_WITHIN_MS);
    return replayed !== null && marks.some((mark) => mark.lsn <= replayed && elapsed() - mark.at <= lagMs);
  };
  const look = () => {
    if (elapsed() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = elapsed();
    measure().then(
      (fresh) => {
        isFresh = fresh;
        if (fresh) freshAt = elapsed();
      },
      () => {
        isFresh = false;
      },
    );
  };
  const fromPrimary: PublicReader = (read) =>
    read(primary).catch((error: unknown) => {
      if (!isStorageOutage(error) || elapsed() - freshAt > ALONE_FOR_MS) throw error;
      return withDeadline(read(replica), ANSWERS_WITHIN_MS).catch(() => Promise.reject(error));
    });
  return async (read) => {
    look();
    // After a quiet time, the last measurement says nothing about now.
    if (!isFresh || elapsed() - freshAt > lagMs) return fromPrimary(read);
    try {
      return await withDeadline(read(replica), ANSWERS_WITHIN_MS);
    } catch (error) {
      if (!(error instanceof DeadlineError) && !isStorageOutage(error)) throw error;
      isFresh = false;
      return read(primary);
    }
  };
}

/** A position in the write-ahead log, in bytes; null if the server has none. */
async function placeIn(db: Db, place: 'pg_current_wal_lsn()' | 'pg_last_wal_replay_lsn()'): Promise<bigint | null> {
  const bytes = sql<string | null>`(${sql.raw(place)} - '0/0'::pg_lsn)::text`;
  const { rows } = await sql<{ lsn: string | null }>`select ${bytes} as lsn`.execute(db);
  const lsn = rows[0]?.lsn ?? null;
  return lsn === null ? null : BigInt(lsn);
}
