import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { openPostgres } from './postgres.ts';
import { LONGEST_READ_MS, type LongRead, type PauseAfter, type ReadLimits } from './read-apart.ts';
import type { Tables } from './tables.ts';

/** PostgreSQL has no priorities: a background read pauses three times as long as it reads. */
const PAUSE_TIMES = 3;
/** After this time it no longer pauses, so that a long read does not take several times as long. */
const PAUSES_FOR_MS = 60_000;
/** The database may end a connection that idles in a transaction for longer. */
const LONGEST_PAUSE_MS = 2_000;

/** Database.readApart() for PostgreSQL: on its own connection, which an abort cuts. */
export async function readOnConnection<Result>(
  url: string,
  { run }: LongRead<Result>,
  { signal, isAside }: ReadLimits,
): Promise<Result> {
  const { dialect, cut } = openPostgres(url, { connections: 1, statementMs: LONGEST_READ_MS });
  const db = new Kysely<Tables>({ dialect });
  signal.addEventListener('abort', cut);
  try {
    const view = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await view.execute(async (tx) => {
      // So that the server notices when nobody waits any more; for this transaction only, because of poolers.
      await sql`select set_config(name, ${'1000'}, true) from pg_settings
        where name = 'client_connection_check_interval'`.execute(tx);
      await sql`select set_config('statement_timeout', ${String(LONGEST_READ_MS)}, true)`.execute(tx);
      if (!isAside) return run(tx);
      await sql`select set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
      return run(tx, pauseWithin(signal));
    });
  } finally {
    signal.removeEventListener('abort', cut);
    await db.destroy();
  }
}

/** Pauses after each statement, a few seconds at most, during the first minute of a read that begins now. */
function pauseWithin(signal: AbortSignal): PauseAfter {
  const until = performance.now() + PAUSES_FOR_MS;
  return async (tookMs) => {
    const pauseMs = Math.min(PAUSE_TIMES * tookMs, LONGEST_PAUSE_MS);
    if (performance.now() < until) await setTimeout(pauseMs, undefined, { signal });
  };
}
