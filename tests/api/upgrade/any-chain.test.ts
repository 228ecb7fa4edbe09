import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createDb } from '#src/server/platform/database/create-db.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import type { DatabaseEngine } from '#src/server/platform/database/engine.ts';
import { MIGRATIONS, migrate } from '#src/server/platform/database/migrations/migrate.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import { openSqlite } from '#src/server/platform/database/sqlite.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { createDatabase } from '#tests/support/create-database.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';

const NAME = '0028-any-chain';
const BEFORE = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === NAME),
);
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

/** A new payment of a chain, in the columns that every version has. */
function store(db: Db, chainId: number, number: number, hash = hashOf(number)) {
  return sql`insert into payments (chain_id, transaction_hash, transfer_index, status, payer, sender, nonce, amount,
    proven_in, queue, first_seen_at, updated_at) values (${BigInt(chainId)}, ${hash}, ${BigInt((number % 3) - 1)},
    'confirming', ${`0x${number}`}, 's', ${BigInt(number)}, ${String(10n ** 30n + BigInt(number))}, ${hashOf(9)}, 1, 5,
    6)`.execute(db);
}

/** A book with payments of three chains, transfers and refunds that refer to them, and gaps between their numbers. */
async function seed(db: Db): Promise<void> {
  for (let number = 1; number <= 60; number += 1) await store(db, [1, 56, 137][number % 3] ?? 1, number);
  await sql`delete from payments where id % 7 = 0`.execute(db);
  await sql`insert into accounts (kind, owner) values ('issuance', 'sale')`.execute(db);
  await sql`insert into ledger_transfers (kind, payment_id, sequence, created_at)
    select 'credit', id, 1, 7 from payments where id % 2 = 0`.execute(db);
  await sql`insert into ledger_entries (transfer_id, account_id, amount) select id, 1, id from ledger_transfers`.execute(
    db,
  );
  await sql`insert into refunds (payment_id, sequence, usd_micro, reason, status, created_at)
    select id, 1, '5', 'over-sold', 'due', 8 from payments where id % 5 = 0`.execute(db);
}

/** Every row of every table, but for the list of migrations and the chains that later ones begin. */
async function rowsOf({ db }: Pick<Database, 'db'>): Promise<Record<string, unknown>> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => name !== 'migrations' && name !== 'record_heads');
  const read = async (name: string) => [
    name,
    (await sql`select * from ${sql.table(name)} order by 1`.execute(db)).rows,
  ];
  return Object.fromEntries(await Promise.all(tables.sort().map(read)));
}

const engines: readonly DatabaseEngine[] = ['sqlite', 'postgres'];

describe.each(engines)('a database from before payments of any chain (%s)', (engine) => {
  if (engine === 'postgres' && 'unavailable' in inject('postgres')) return test.skip('PostgreSQL is not available');
  let location = '';
  let drop: () => Promise<void>;
  let before: Db;

  beforeEach(async () => {
    if (engine === 'sqlite') {
      const place = await sqlitePlace();
      location = `${place.location}.before`;
      drop = place.drop;
      before = createDb(openSqlite(location).dialect);
    } else {
      const database = await createDatabase();
      if ('unavailable' in database) throw new Error(database.unavailable);
      location = database.url;
      drop = database.drop;
      before = createDb(openPostgres(location, { connections: 2, statementMs: 60_000 }).dialect);
    }
    await migrate(before, engine, BEFORE);
    await seed(before);
  });
  afterEach(async () => {
    await before.destroy();
    await drop();
  });

  test('loses no row, and stores a payment of a fourth chain', async () => {
    await expect(store(before, 8453, 100)).rejects.toThrow(/check/i);
    const rows = await rowsOf({ db: before });
    expect(rows['payments']).toHaveLength(52);
    await before.destroy();
    const { db, close } = await openDatabase(location);
    try {
      expect(await rowsOf({ db })).toMatchObject(rows);
      await store(db, 8453, 100);
      await expect(store(db, 8453, 100)).rejects.toThrow(/unique/i);
      await expect(store(db, 8453, 101, '0x12')).rejects.toThrow(/check/i);
      await expect(sql`delete from payments where id = 2`.execute(db)).rejects.toThrow(/foreign key/i);
      await expect(
        sql`insert into refunds (payment_id, sequence, usd_micro, reason, status, created_at)
          values (999, 1, '5', 'over-sold', 'due', 8)`.execute(db),
      ).rejects.toThrow(/foreign key/i);
      // Numbers go on after the last one.
      const { rows: last } = await sql<{ id: bigint }>`select max(id) as id from payments`.execute(db);
      expect(last[0]?.id).toBeGreaterThan(60n);
    } finally {
      await close();
    }
    await (await openDatabase(location)).close();
  });

  if (engine === 'sqlite') {
    test('keeps its indexes, and what is known of them', async () => {
      // But for those that 0033-safe-payers and later migrations change.
      const changed = sql`('payments_safe', 'payments_safe_payer', 'payments_safe_credits', 'payments_safe_proven',
        'payments_sender', 'payments_nonce', 'payments_unverifiable', 'submissions_posts', 'submissions_own',
        'submissions_shown', 'submissions_posted', 'submissions_places', 'submissions_states', 'submissions_terms',
        'submissions_wallet')`;
      const objects = async (db: Db) =>
        (
          await sql<{ name: string; sql: string | null }>`
            select name, sql from sqlite_schema where tbl_name = 'payments' and type <> 'table'
              and name not in ${changed} order by name`.execute(db)
        ).rows;
      const statistics = async (db: Db) =>
        (
          await sql`select tbl, idx, stat from sqlite_stat1 where idx not in ${changed}
            order by tbl, idx`.execute(db)
        ).rows;
      const known = { objects: await objects(before), statistics: await statistics(before) };
      expect(known.objects.length).toBeGreaterThanOrEqual(10);
      await before.destroy();
      const { db, close } = await openDatabase(location);
      try {
        expect({ objects: await objects(db), statistics: await statistics(db) }).toEqual(known);
        expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }]);
        expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1n }]);
      } finally {
        await close();
      }
    });

    test('remains as it was if a reference is broken, and the start says so', async () => {
      await sql`pragma foreign_keys = off`.execute(before);
      await sql`insert into refunds (payment_id, sequence, usd_micro, reason, status, created_at)
        values (999, 1, '5', 'over-sold', 'due', 8)`.execute(before);
      const rows = await rowsOf({ db: before });
      await before.destroy();
      await expect(openDatabase(location)).rejects.toThrow(`${NAME} would leave broken references: 1`);
      before = createDb(openSqlite(location).dialect);
      expect(await rowsOf({ db: before })).toEqual(rows);
      expect((await sql`select 1 from migrations where name = ${NAME}`.execute(before)).rows).toEqual([]);
    });
  }
});
