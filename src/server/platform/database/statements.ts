import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, type ExpressionBuilder, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { keptFor } from '../util/caches.ts';
import type { Db, Tables, Tx } from './tables.ts';

/** Whether this runs on PostgreSQL, for the few statements that the two engines do not both accept. */
export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** The types of the columns, by name. */
export type ColumnTypes = Readonly<Record<string, 'bigint' | 'text'>>;

/** A row with these columns. */
export type RowOf<Columns extends ColumnTypes> = {
  readonly [Name in keyof Columns]: (Columns[Name] extends 'bigint' ? bigint : string) | null;
};

/**
 * Makes rows into a table of a statement, named `given`, with their position in the list as `place`, so that one
 * statement writes any number of them. Its text is the same for every number of rows, so the engine prepares it once.
 */
export function rowsOf<Columns extends ColumnTypes>(
  db: Db | Tx,
  columns: Columns,
  rows: readonly RowOf<Columns>[],
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  if (isPostgres(db)) {
    const arrays = names.map((name) => {
      const values = rows.map((row) => row[name]);
      return columns[name] === 'bigint' ? sql`cast(${values} as bigint[])` : sql`cast(${values} as text[])`;
    });
    const named = names.map((name) => sql.ref(name));
    return sql`unnest(${sql.join(arrays)}) with ordinality as given (${sql.join(named)}, place)`;
  }
  // SQLite's JSON holds every integer of the database exactly; JavaScript's does not.
  const json = `[${rows.map((row) => `[${names.map((name) => literal(row[name] ?? null)).join()}]`).join()}]`;
  const fields = names.map((name, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(name)}`);
  return sql`(select ${sql.join(fields)}, key as place from json_each(${json})) as given`;
}

function literal(value: bigint | string | null): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Fewer parameters than either engine's limit for one statement. */
const KEYS_AT_ONCE = 500;

/** Queries a long list of keys a few hundred at a time; returns all rows in order. */
export async function chunked<Key, Row>(
  keys: readonly Key[],
  read: (slice: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE)
    rows.push(...(await read(keys.slice(start, start + KEYS_AT_ONCE))));
  return rows;
}

/**
 * Runs `work` in a new transaction, or in the given one; then it succeeds or fails with that one, and a caller that
 * gets a refusal must not commit.
 */
export function inTransaction<Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}

/**
 * Whether a row's `next_check_at` has come at `now` (ms). Nothing waits longer than `longestMs`, so a clock that ran
 * ahead must have written any later time: that counts as due.
 */
export function isDueAt(where: ExpressionBuilder<Tables, 'sightings' | 'submissions'>, now: number, longestMs: number) {
  return where.or([where('next_check_at', '<=', BigInt(now)), where('next_check_at', '>', BigInt(now + longestMs))]);
}

/** Rows per statement: few enough that nobody waits long for the locks, or for the embedded database. */
const SLICE = 200;
/** The next sweep deletes what is left after this time. */
const SHARE_MS = 5_000;
/** Rows per statement and time for walks, which also pass rows that stay and look up what refers to each. */
const STRETCH = 50;
const WALK_SHARE_MS = 1_000;

/** Deletes the rows of a table that meet a condition, in chunks, by a key of one or more columns. */
export async function deleteInChunks(
  db: Db,
  table: keyof Tables,
  key: string | readonly string[],
  condition: RawBuilder<unknown>,
): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const [from, by] = [sql.table(table), sql.join([key].flat().map((column) => sql.ref(column)))];
  for (;;) {
    // The condition appears twice: another transaction may renew a row after we chose it.
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where (${by}) in (select ${by} from ${from} where ${condition} limit ${SLICE})
        and (${condition})`.execute(db);
    if (numAffectedRows < BigInt(SLICE) || performance.now() >= until) return;
    // The embedded database runs in this thread: let requests in.
    await setImmediate();
  }
}

/** How far the current walk along each table has come. */
const walksOf = keptFor((_: Db) => new Map<string, string | bigint>());

/**
 * Like deleteInChunks(), for conditions that few rows meet: walks along the key, a stretch per statement, and goes on
 * from there in the next sweep. A statement costs the same however many rows stay.
 */
export async function deleteAlongKey(
  db: Db,
  table: keyof Tables,
  key: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const until = performance.now() + WALK_SHARE_MS;
  const [from, by] = [sql.table(table), sql.ref<string | bigint>(key)];
  const reached = walksOf(db);
  while (performance.now() < until) {
    const last = reached.get(table);
    const after = last === undefined ? sql`true` : sql`${by} > ${last}`;
    const stretch = await sql<{ key: string | bigint }>`
      select ${by} as key from ${from} where ${after} order by ${by} limit 1 offset ${STRETCH - 1}`.execute(db);
    const end = stretch.rows[0]?.key;
    const upTo = end === undefined ? sql`true` : sql`${by} <= ${end}`;
    await sql`delete from ${from} where ${after} and ${upTo} and ${condition}`.execute(db);
    if (end === undefined) {
      reached.delete(table);
      return;
    }
    reached.set(table, end);
    await setImmediate();
  }
}

/**
 * Runs statements of a transaction in the given order without waiting for an answer between them: on PostgreSQL all of
 * them take one round trip. None may depend on the rows of another. Returns the rows of each. If one fails, waits for
 * the others, which then failed or will be rolled back, and throws its error.
 */
export async function sendTogether<Rows extends readonly unknown[]>(
  tx: Tx,
  ...statements: { readonly [Place in keyof Rows]: CompiledQuery<Rows[Place]> }
): Promise<{ readonly [Place in keyof Rows]: readonly Rows[Place][] }> {
  // Statements run through the transaction itself wait for one another.
  const ended = await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(statements.map((statement) => connection.executeQuery(statement))),
    );
  const rows = ended.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value.rows;
  });
  return rows as unknown as { readonly [Place in keyof Rows]: readonly Rows[Place][] };
}
