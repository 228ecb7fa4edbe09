import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables, Tx } from '../tables.ts';
import { createdIndex, droppedIndex, type PlannedIndex, plannedIndexes } from './planned-indexes.ts';

/** Larger tables get and lose their indexes without a lock that would keep writers waiting. */
const SMALL_ROWS = 10_000;
const LOCK_KEY = 7_391_012;
/** How long a change may wait for a table, since everybody who writes to the table waits behind it; in milliseconds. */
const LOCK_MS = 500;
const ASK_AGAIN_MS = 500;

/** From here on a transaction fails rather than wait longer for a table that another one holds. */
export async function limitLocks(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(tx);
}

/** Whether buildIndexes() takes care of a statement: an index of a large table that exists already. */
export async function isLeftForLater(tx: Tx, statement: string, all: readonly string[]): Promise<boolean> {
  const dropped = droppedIndex(statement);
  const table = dropped === null ? createdIndex(statement)?.table : plannedIndexes(all).absent.get(dropped);
  return table !== undefined && (await isLarge(tx, table));
}

/**
 * Brings PostgreSQL's indexes in line with the migrations outside any transaction: builds missing ones while others
 * write, rebuilds those an interrupted build left invalid, drops unwanted ones. The second connection holds the lock.
 */
export async function buildIndexes(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  const plan = plannedIndexes(statements);
  for (;;) {
    if (isEmpty(await open(db, plan))) return;
    const isDone = await begin(db).execute(async (tx) => {
      const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as held`.execute(tx);
      if (rows[0]?.held !== true) return false;
      // Holds the lock, and ends the snapshot of the statement before, for which a build would wait for ever.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await build(db, await open(db, plan));
      return true;
    });
    if (isDone) return;
    // Another instance is building. If we waited within a statement, its build would wait for us.
    await pause(ASK_AGAIN_MS);
  }
}

/** At other levels a transaction keeps its first snapshot, and a build on the other connection would wait for ever. */
function begin(db: Kysely<Tables>) {
  return db.transaction().setIsolationLevel('read committed');
}

interface OpenWork {
  readonly invalid: readonly string[];
  readonly missing: readonly PlannedIndex[];
  readonly unwanted: readonly string[];
}

function isEmpty({ invalid, missing, unwanted }: OpenWork): boolean {
  return invalid.length + missing.length + unwanted.length === 0;
}

async function open(db: Kysely<Tables>, { present, absent }: ReturnType<typeof plannedIndexes>): Promise<OpenWork> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select pg_class.relname as name, pg_index.indisvalid as valid
    from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where pg_class.relnamespace = current_schema()::regnamespace`.execute(db);
  const valid = new Map(rows.map((row) => [row.name, row.valid]));
  return {
    invalid: present.flatMap(({ name }) => (valid.get(name) === false ? [name] : [])),
    missing: present.filter(({ name }) => valid.get(name) !== true),
    unwanted: [...absent.keys()].filter((name) => valid.has(name)),
  };
}

async function build(db: Kysely<Tables>, { invalid, missing, unwanted }: OpenWork): Promise<void> {
  for (const name of invalid) await drop(db, name);
  for (const { statement, table } of missing) {
    if (await isLarge(db, table))
      await sql.raw(statement.replace(/^create index/, 'create index concurrently')).execute(db);
    else
      await begin(db).execute(async (tx) => {
        await limitLocks(tx);
        await sql.raw(statement).execute(tx);
      });
  }
  for (const name of unwanted) await drop(db, name);
}

async function drop(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
}

async function isLarge(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql<{ rows: bigint }>`
    select count(*) as rows from (select 1 from ${sql.table(table)} limit ${SMALL_ROWS + 1}) as few`.execute(db);
  return (rows[0]?.rows ?? 0n) > BigInt(SMALL_ROWS);
}
