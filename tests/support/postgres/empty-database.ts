import type pg from 'pg';

/** Pages of 8 KB: a table that has grown beyond them is slow to read even when it is empty. */
const GROWN_PAGES = 256;
/** Milliseconds in which a connection that is cut must have ended. */
const ENDS_WITHIN_MS = 5_000;

/** Facts of a database that was just created: its tables, a hash of its schema, and the rows that migrations leave. */
export interface FreshDatabase {
  readonly tables: readonly string[];
  readonly schema: string;
  /** By table, as a JSON array of rows. */
  readonly rows: ReadonlyMap<string, string>;
}

const TABLES = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;

/** Changes with every table, column, default, constraint, index, function and trigger, also when one is disabled. */
const SCHEMA = `select md5(string_agg(fact, ',' order by fact)) as hash from (
  select row('r', oid, relname, relkind, relnatts, relchecks)::text as fact
    from pg_class where relnamespace = 'public'::regnamespace
  union all select row('a', attrelid, attname, atttypid, attnotnull, attisdropped, atthasdef)::text
    from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace
  union all select row('d', oid, adbin)::text from pg_attrdef
  union all select row('c', oid, conname, convalidated)::text
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select row('i', indexrelid, indisvalid, indisready)::text
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select row('t', oid, tgname, tgenabled)::text from pg_trigger
  union all select row('f', oid, proname, prosrc)::text from pg_proc where pronamespace = 'public'::regnamespace
) facts`;

const SEQUENCES = `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where last_value is not null`;

/** Reads what a database must look like again after its use. */
export async function readFresh(client: pg.Client): Promise<FreshDatabase> {
  const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const rows = new Map<string, string>();
  for (const table of await filled(client, tables)) {
    const { rows: found } = await client.query<{ json: string }>(`select json_agg(t)::text as json from ${table} t`);
    rows.set(table, found[0]?.json ?? '[]');
  }
  return { tables, schema: await schemaOf(client), rows };
}

/**
 * Ends other connections, and brings a database back to the state of `fresh`: its rows and sequences. Returns false if
 * it cannot be used again: its schema has changed, or it has grown.
 */
export async function emptyDatabase(client: pg.Client, fresh: FreshDatabase): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid, ${ENDS_WITHIN_MS}) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  if ((await schemaOf(client)) !== fresh.schema) return false;
  const { rows: grown } = await client.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
     and pg_relation_size(oid) > ${GROWN_PAGES} * 8192 limit 1`,
  );
  if (grown.length > 0) return false;
  // As a replica does: neither foreign keys nor the triggers that protect records stand in the way.
  const statements = ['begin', `set local session_replication_role = replica`];
  for (const table of await filled(client, fresh.tables)) statements.push(`delete from ${table}`);
  for (const [table, json] of fresh.rows)
    statements.push(
      `insert into ${table} select * from json_populate_recordset(null::${table}, '${json.replaceAll("'", "''")}')`,
    );
  await client.query([...statements, SEQUENCES, 'commit'].join(';\n'));
  return true;
}

async function schemaOf(client: pg.Client): Promise<string> {
  return (await client.query<{ hash: string }>(SCHEMA)).rows[0]?.hash ?? '';
}

/** The tables that have rows. */
async function filled(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const text = tables
    .map((table) => `select '${table}' as name where exists (select from ${table})`)
    .join(' union all ');
  return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name);
}
