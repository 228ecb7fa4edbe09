import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

/** A database that is being filled: no waiting for the disk, no checks of references, indexes made afterwards. */
export interface Sink {
  readonly engine: 'sqlite' | 'postgres';
  run(statement: string): Promise<void>;
  rows<Row>(statement: string): Promise<Row[]>;
  /** Inserts rows of equal length into the named columns; every value is a text or a whole number. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly (string | bigint)[])[]): Promise<void>;
  /** Drops the indexes of these tables except those of keys, and makes them again once `work` is done. */
  withoutIndexes(tables: readonly string[], work: () => Promise<void>): Promise<void>;
  /** Lets the database continue with its own numbers and with statistics of its rows. */
  finish(tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openSink(location: string): Promise<Sink> {
  return /^postgres(ql)?:/.test(location) ? postgresSink(location) : sqliteSink(location);
}

function sqliteSink(file: string): Sink {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const setting of [
    'journal_mode = memory',
    'synchronous = off',
    'locking_mode = exclusive',
    'cache_size = -1500000',
    'temp_store = memory',
  ])
    database.exec(`pragma ${setting}`);
  const run = async (statement: string) => database.exec(statement);
  const rows = async <Row>(statement: string) => {
    const prepared = database.prepare(statement);
    prepared.setReadBigInts(true);
    return prepared.all() as Row[];
  };
  return {
    engine: 'sqlite',
    run,
    rows,
    insert: async (table, columns, values) => {
      const statement = database.prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      );
      database.exec('begin');
      for (const row of values) statement.run(...(row as SQLInputValue[]));
      database.exec('commit');
    },
    withoutIndexes: async (tables, work) => {
      const names = tables.map((name) => `'${name}'`).join(', ');
      const indexes = await rows<{ name: string; sql: string }>(
        `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${names})`,
      );
      // What a migration says of an index goes with it.
      const said = await rows<{ tbl: string; idx: string; stat: string }>('select tbl, idx, stat from sqlite_stat1');
      for (const { name } of indexes) database.exec(`drop index ${name}`);
      await work();
      for (const { sql } of indexes) database.exec(sql);
      database.exec('delete from sqlite_stat1');
      for (const { tbl, idx, stat } of said)
        database.exec(`insert into sqlite_stat1 (tbl, idx, stat) values ('${tbl}', '${idx}', '${stat}')`);
    },
    finish: async () => undefined,
    close: async () => database.close(),
  };
}

async function postgresSink(url: string): Promise<Sink> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (statement: string) => void (await client.query(statement));
  const rows = async <Row>(statement: string) => (await client.query(statement)).rows as Row[];
  for (const setting of [
    'session_replication_role = replica',
    'synchronous_commit = off',
    "work_mem = '128MB'",
    "maintenance_work_mem = '1GB'",
  ])
    await run(`set ${setting}`);
  return {
    engine: 'postgres',
    run,
    rows,
    insert: async (table, columns, values) => {
      if (values.length === 0) return;
      const arrays = columns.map((_, column) => values.map((row) => row[column]));
      const types = columns.map((_, column) => (typeof values[0]?.[column] === 'bigint' ? 'bigint' : 'text'));
      await client.query(
        `insert into ${table} (${columns.join(', ')})
         select * from unnest(${types.map((type, column) => `$${column + 1}::${type}[]`).join(', ')})`,
        arrays,
      );
    },
    withoutIndexes: async (tables, work) => {
      const names = tables.map((name) => `'${name}'`).join(', ');
      const indexes = await rows<{ name: string; sql: string }>(
        `select c.relname as name, pg_get_indexdef(i.indexrelid) as sql
         from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
         where t.relname in (${names}) and t.relnamespace = 'public'::regnamespace
           and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
      );
      for (const { name } of indexes) await run(`drop index ${name}`);
      await work();
      for (const { sql } of indexes) await run(sql);
    },
    finish: async (tables) => {
      for (const table of tables)
        await run(
          `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select max(id) from ${table})))`,
        );
      await run('vacuum (analyze)');
      await run('checkpoint');
    },
    close: () => client.end(),
  };
}
