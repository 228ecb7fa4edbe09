import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { eachEngine, type Place } from '#tests/support/each-engine.ts';

/** More rows than a table may have for a plain index. */
const ROWS = 12_000;
const INDEX = 'payments_waiting';
const WAIT = { timeout: 20_000, interval: 100 };

eachEngine('a start with a newer schema, while payments are written', (open) => {
  let place: Place;
  let db: Kysely<Tables>;
  let holder: Kysely<Tables>;
  /** Ends the transaction that has written to the payments. */
  let end: () => void = () => undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const skipped = () => place.engine === 'sqlite';

  beforeEach(async () => {
    place = await open();
    if (skipped()) return;
    await (await openDatabase(place.location)).close();
    // A statement that waits for a second fails.
    db = new Kysely<Tables>({ dialect: openPostgres(place.location, { statementMs: 1_000 }).dialect });
    holder = new Kysely<Tables>({ dialect: openPostgres(place.location, { statementMs: 60_000 }).dialect });
    await sql`insert into payments (chain_id, transaction_hash, transfer_index, status, payer, sender, nonce, amount,
      first_seen_at, updated_at) select 1, '0x' || lpad(to_hex(n), 64, '0'), 0, 'confirming', 'p', 's', n, '1', 0, 0
      from generate_series(1, ${ROWS}::int) as n`.execute(holder);
  });
  afterEach(async () => {
    end();
    await writing;
    if (!skipped()) await Promise.all([db.destroy(), holder.destroy()]);
  });

  /** A payment is written, in a transaction that stays open. */
  async function hold(): Promise<void> {
    await new Promise<void>((resolve) => {
      writing = holder.transaction().execute(async (tx) => {
        await write(tx, 1);
        resolve();
        await new Promise<void>((ended) => {
          end = ended;
        });
      });
    });
  }

  const write = (on: Kysely<Tables>, nonce: number) =>
    sql`update payments set updated_at = updated_at + 1 where nonce = ${nonce}`.execute(on);

  /** The state of the index: `none`, `invalid` or `valid`. */
  async function index(): Promise<string> {
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = to_regclass(${INDEX})`.execute(db);
    return rows[0] === undefined ? 'none' : rows[0].valid ? 'valid' : 'invalid';
  }

  test('builds a missing index without keeping a writer waiting', async (context) => {
    if (skipped()) return context.skip('the embedded database belongs to one process');
    await sql`drop index payments_waiting`.execute(db);
    await hold();
    const opening = openDatabase(place.location);
    // It waits for the open transaction, with the index already in place for whatever is written from now on.
    await expect.poll(index, WAIT).toBe('invalid');
    for (let nonce = 2; nonce < 50; nonce += 1) await write(db, nonce);
    end();
    await (await opening).close();
    expect(await index()).toBe('valid');
  });

  test('of a previous release leaves the indexes of a newer one as they are', async (context) => {
    if (skipped()) return context.skip('the embedded database belongs to one process');
    await sql`drop index payments_waiting`.execute(db);
    await sql`create index payments_open on payments (chain_id, final, status)`.execute(db);
    await sql`insert into migrations (name, applied_at) values ('9999-later', 0)`.execute(db);
    await (await openDatabase(place.location)).close();
    expect(await index()).toBe('none');
    const { rows } = await sql`select 1 from pg_class where relname = 'payments_open'`.execute(db);
    expect(rows).toHaveLength(1);
    await sql`delete from migrations where name = '9999-later'`.execute(db);
    await (await openDatabase(place.location)).close();
    expect(await index()).toBe('valid');
  });

  test('that was killed while it built an index drops the remains and builds it the next time', async (context) => {
    if (skipped()) return context.skip('the embedded database belongs to one process');
    await sql`drop index payments_waiting`.execute(db);
    await hold();
    const opening = openDatabase(place.location).then(
      () => 'open',
      () => 'failed',
    );
    await expect.poll(index, WAIT).toBe('invalid');
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'create index concurrently%'`.execute(db);
    expect(await opening).toBe('failed');
    end();
    await writing;
    expect(await index()).toBe('invalid');
    await (await openDatabase(place.location)).close();
    expect(await index()).toBe('valid');
  });

  test('adds a column after a long transaction, and nobody waits behind it for a second', {
    tags: 'long',
  }, async (context) => {
    if (skipped()) return context.skip('the embedded database belongs to one process');
    await sql`alter table payments drop column queue`.execute(db);
    await sql`alter table sightings drop column queue`.execute(db);
    await sql`create index sightings_due on sightings (chain_id, next_check_at)`.execute(db);
    await sql`create index payments_open on payments (chain_id, final, status)`.execute(db);
    await sql`delete from migrations where name = '0024-queues'`.execute(db);
    await hold();
    const opening = openDatabase(place.location);
    const tries = async () => {
      const { rows } = await sql<{ count: bigint }>`select count(*) as count from pg_stat_activity
        where query like 'alter table "payments" add column queue%' or query like 'alter table payments add column queue%'`.execute(
        db,
      );
      return rows[0]?.count;
    };
    await expect.poll(tries, { ...WAIT, interval: 20 }).toBe(1n);
    for (let nonce = 2; nonce < 50; nonce += 1) await write(db, nonce);
    end();
    await (await opening).close();
    expect(await index()).toBe('valid');
  });
});
