import { sql } from 'kysely';
import type { Tx } from '../tables.ts';
import type { EngineWords } from './engine-words.ts';

const CACHE_KIB = 262_144;
/** SQLite's default. */
const USUAL_CACHE_KIB = 2_000;
const CHECK = ' check (chain_id in (1, 56, 137))';

/** Payments of any chain can be stored: the table of chains decides which there are. */
export function anyChainSchema({ engine }: EngineWords): readonly string[] {
  return engine === 'sqlite' ? [] : ['alter table payments drop constraint payments_chain_id_check'];
}

/**
 * SQLite cannot drop a check, so a new table takes over rows and name (lang_altertable.html, 7). Foreign keys are off,
 * so that others keep naming `payments`; indexes and statistics go with the old table, which has no triggers.
 */
export async function rebuildPayments(tx: Tx): Promise<void> {
  const { rows: objects } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'payments' and sql is not null order by rowid`.execute(tx);
  const table = objects.find(({ type }) => type === 'table')?.sql ?? '';
  const others = objects.filter(({ type }) => type !== 'table');
  const rebuilt = table.replace(CHECK, '').replace(/^create table "?payments"?/i, 'create table payments_rebuilt');
  if (!rebuilt.startsWith('create table payments_rebuilt') || rebuilt.includes(CHECK) || !table.includes(CHECK))
    throw new Error('the table of payments is not the one that the migrations created');
  // With SQLite's usual two megabytes, each hash would read a page of its index again.
  await sql.raw(`pragma cache_size = -${CACHE_KIB}`).execute(tx);
  await sql.raw(rebuilt).execute(tx);
  await sql`insert into payments_rebuilt select * from payments`.execute(tx);
  await sql`create temporary table kept_statistics as select * from sqlite_stat1 where tbl = 'payments'`.execute(tx);
  await sql`drop table payments`.execute(tx);
  await sql`alter table payments_rebuilt rename to payments`.execute(tx);
  for (const each of others) await sql.raw(each.sql).execute(tx);
  await sql`insert into sqlite_stat1 select * from kept_statistics`.execute(tx);
  await sql`drop table kept_statistics`.execute(tx);
  await sql`analyze sqlite_schema`.execute(tx);
  await sql.raw(`pragma cache_size = -${USUAL_CACHE_KIB}`).execute(tx);
}
