import {
  type CompiledQuery,
  type ExpressionBuilder,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Db, Tables, Tx } from './tables.ts';

/** Whether this runs on PostgreSQL, for the few statements that the two engines do not both accept. */
export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** How many rows a query without a selection has. */
export async function countOf<Schema, From extends keyof Schema, Row>(
  rows: SelectQueryBuilder<Schema, From, Row>,
): Promise<number> {
  const counted = rows.select((select) => select.fn.countAll<bigint>().as('count'));
  const { count } = (await counted.executeTakeFirstOrThrow()) as { count: bigint };
  return Number(count);
}

export type ColumnTypes = Readonly<Record<string, 'bigint' | 'text'>>;

export type RowOf<Columns extends ColumnTypes> = {
  readonly [Name in keyof Columns]: (Columns[Name] extends 'bigint' ? bigint : string) | null;
};

/** Makes rows into a table `given` with their `place`. The text is the same for any number, so it is prepared once. */
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
const SLICE = 500;

/** Queries a long list of keys a few hundred at a time; returns all rows in order. */
export async function chunked<Key, Row>(
  keys: readonly Key[],
  read: (slice: readonly Key[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += SLICE) rows.push(...(await read(keys.slice(start, start + SLICE))));
  return rows;
}

/** Runs `work` in a new transaction, or in the given one, which a refused caller must not commit. */
export function inTransaction<Result>(db: Db | Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}

/** Whether `next_check_at` has come. Beyond `longestMs` a clock that ran ahead must have written it: that is due. */
export function isDueAt(where: ExpressionBuilder<Tables, 'sightings'>, now: number, longestMs: number) {
  return where.or([where('next_check_at', '<=', BigInt(now)), where('next_check_at', '>', BigInt(now + longestMs))]);
}

/**
 * Sends statements without waiting in between: one round trip on PostgreSQL. None may depend on another's rows. Throws
 * the first error after all have ended.
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
