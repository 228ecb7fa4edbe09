import { fork } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Tables } from '../database/tables.ts';
import { type PauseAfter, type RecountFindings, recountIn } from './check-ledger.ts';
import type { RecountOutcome } from './recount-process.ts';

const PROCESS = join(import.meta.dirname, 'recount-process.ts');
/**
 * A longer recount is cancelled, in milliseconds: it prevents PostgreSQL from vacuuming, and makes the embedded log
 * grow.
 */
const LONGEST_MS = 20 * 60_000;
const COMPLAINT_CHARACTERS = 500;
/** PostgreSQL knows no priorities: a recount next to other work pauses three times as long as it counts. */
const PAUSE_TIMES = 3;
/** It pauses no more after this time, so that a long one does not take several times as long. */
const RESTS_FOR_MS = 60_000;
/** A connection that is idle in a transaction for long may be ended by the database. */
const LONGEST_PAUSE_MS = 2_000;

/**
 * Recounts the whole ledger as of one moment, separate from the server's other work, and returns all that is wrong in
 * words. PostgreSQL counts on a dedicated connection; another process counts the embedded database, because a
 * statement there blocks its thread until it ends. `isAside`, while nobody waits for it, leaves PostgreSQL time for its
 * other work. Throws when it fails, takes too long, or `signal` aborts.
 */
export async function recountLedger(
  database: Database,
  { signal, isAside = false }: { readonly signal?: AbortSignal; readonly isAside?: boolean } = {},
): Promise<RecountFindings> {
  const limits = [AbortSignal.timeout(LONGEST_MS), ...(signal === undefined ? [] : [signal])];
  const limit = AbortSignal.any(limits);
  limit.throwIfAborted();
  if (database.engine === 'postgres') return recountPostgres(database.location, limit, isAside);
  // A database in memory has no file that another process could read, and is never large.
  if (database.whileStill === undefined) return database.db.transaction().execute((tx) => recountIn(tx));
  return database.whileStill((file) => recountFile(file, limit));
}

async function recountPostgres(url: string, signal: AbortSignal, isAside: boolean): Promise<RecountFindings> {
  const { dialect, cut } = openPostgres(url, { connections: 1, statementMs: LONGEST_MS });
  const db = new Kysely<Tables>({ dialect });
  signal.addEventListener('abort', cut);
  try {
    const view = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await view.execute(async (tx) => {
      // The server then notices when nobody waits for the count any more; older ones do not know the setting. All only
      // for this transaction: behind a pooler the connection serves others next, and may begin with other limits.
      await sql`select set_config(name, ${'1000'}, true) from pg_settings
        where name = 'client_connection_check_interval'`.execute(tx);
      await sql`select set_config('statement_timeout', ${String(LONGEST_MS)}, true)`.execute(tx);
      if (!isAside) return recountIn(tx);
      await sql`select set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
      return recountIn(tx, pauseWithin(signal));
    });
  } finally {
    signal.removeEventListener('abort', cut);
    await db.destroy();
  }
}

/** Pauses after each statement, for seconds at most, in the first minute of a recount that begins now. */
function pauseWithin(signal: AbortSignal): PauseAfter {
  const until = performance.now() + RESTS_FOR_MS;
  return async (tookMs) => {
    const pauseMs = Math.min(PAUSE_TIMES * tookMs, LONGEST_PAUSE_MS);
    if (performance.now() < until) await setTimeout(pauseMs, undefined, { signal });
  };
}

function recountFile(file: string, signal: AbortSignal): Promise<RecountFindings> {
  signal.throwIfAborted();
  const child = fork(PROCESS, [file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  const complaint = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  return new Promise((resolve, reject) => {
    let outcome: RecountOutcome | undefined;
    child.once('message', (message: RecountOutcome) => {
      outcome = message;
    });
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (outcome !== undefined && 'broken' in outcome) return resolve(outcome);
      const fail = (why: string) => reject(new Error(`the recount ended with ${code ?? killed}: ${why}`));
      if (outcome !== undefined) return fail(outcome.failure);
      complaint.then((words) => fail(words.trim().slice(-COMPLAINT_CHARACTERS)), fail);
    });
  });
}
