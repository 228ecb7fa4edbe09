import { fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { createDb } from './create-db.ts';
import type { LongRead, ReadLimits } from './read-apart.ts';
import { openSqliteSnapshot } from './sqlite.ts';
import type { Db } from './tables.ts';

/** SQLite's default. */
const CHECKPOINT_PAGES = 1_000;
const COMPLAINT_CHARACTERS = 500;
/** The server has priority. */
const NICENESS = 10;

type Outcome<Result> = { readonly result: Result } | { readonly failure: string };

/**
 * Database.readApart() for the embedded database: in another process, since a statement blocks its thread. Only
 * checkpoints write to the file: one runs now, then none until the read is done. Throws if the file changed
 * nevertheless.
 */
export function readsInProcess(
  db: Db,
  file: string,
): <Result>(read: LongRead<Result>, limits: ReadLimits) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (read, { signal }) => {
    const running = before.then(async () => {
      await db.connection().execute(async (connection) => {
        const { rows } = await sql<{ busy: bigint }>`pragma wal_checkpoint(truncate)`.execute(connection);
        if (rows[0]?.busy !== 0n) throw new Error('the write-ahead log cannot be brought into the database now');
        await sql`pragma wal_autocheckpoint = 0`.execute(connection);
      });
      const changedAt = () => statSync(file, { bigint: true }).mtimeNs;
      const still = changedAt();
      try {
        const result = await askChild(read, file, signal);
        if (changedAt() !== still) throw new Error('the database file changed while it was read');
        return result;
      } finally {
        await sql.raw(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`).execute(db);
      }
    });
    before = running.catch(() => undefined);
    return running;
  };
}

function askChild<Result>({ name, program }: LongRead<Result>, file: string, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const child = fork(program, [file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  const complaint = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  return new Promise((resolve, reject) => {
    let outcome: Outcome<Result> | undefined;
    child.once('message', (message: Outcome<Result>) => {
      outcome = message;
    });
    child.once('error', reject);
    child.once('close', (code, killed) => {
      if (outcome !== undefined && 'result' in outcome) return resolve(outcome.result);
      const fail = (why: string) => reject(new Error(`the ${name} ended with ${code ?? killed}: ${why}`));
      if (outcome !== undefined) return fail(outcome.failure);
      complaint.then((words) => fail(words.trim().slice(-COMPLAINT_CHARACTERS)), fail);
    });
  });
}

/** The other process, started with the path of a file that does not change: sends what it reads, and exits. */
export async function answerParent<Result>(run: LongRead<Result>['run']): Promise<void> {
  try {
    setPriority(NICENESS);
  } catch {
    // If the system does not allow it, the read runs at normal priority.
  }
  const outcome: Outcome<Result> = await readSnapshot(run, process.argv[2] ?? '').then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: String(error) }),
  );
  process.send?.(outcome, () => process.disconnect?.());
}

async function readSnapshot<Result>(run: LongRead<Result>['run'], file: string): Promise<Result> {
  const db = createDb(openSqliteSnapshot(file));
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}
