// @module-tag long
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countUse } from '#src/server/http/caller-limits.ts';
import { createDb } from '#src/server/platform/database/create-db.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { type Replicated, startReplicated } from '#tests/support/postgres/replicated.ts';

const LAG_MS = 1_500;
const PATIENCE = { timeout: 20_000, interval: 100 };

// The pair is built by programs that only a full PostgreSQL on Linux has.
const isThere = !('unavailable' in inject('postgres')) && process.platform === 'linux';

describe.skipIf(!isThere)('public reads with a replica', () => {
  let pair: Replicated;
  let database: Database;
  let standby: Db;
  beforeAll(async () => {
    pair = await startReplicated();
    const [primary, replica] = pair.nodes;
    database = await openDatabase(primary.url, { replica: { url: replica.url, lagMs: LAG_MS } });
    standby = createDb(openPostgres(replica.url, { connections: 1 }).dialect);
  });
  afterAll(async () => {
    await standby?.destroy();
    await database?.close();
    await pair?.stop();
  });
  const servedBy = () =>
    database.read(async (db) => {
      const { rows } = await sql<{ recovers: boolean }>`select pg_is_in_recovery() as recovers`.execute(db);
      return rows[0]?.recovers === true ? 'replica' : 'primary';
    });

  test('are served by it while it follows, and by the primary while it lags', async () => {
    await expect.poll(servedBy, PATIENCE).toBe('replica');
    await sql`select pg_wal_replay_pause()`.execute(standby);
    await database.db.insertInto('settings').values({ key: 'later', value: '1' }).execute();
    await expect.poll(servedBy, PATIENCE).toBe('primary');
    const later = (db: Db) => db.selectFrom('settings').select('value').where('key', '=', 'later').execute();
    expect(await database.read(later)).toEqual([{ value: '1' }]);
    await sql`select pg_wal_replay_resume()`.execute(standby);
    await expect.poll(servedBy, PATIENCE).toBe('replica');
  });

  test('continue on it while no primary answers, until one does', async () => {
    await expect.poll(servedBy, PATIENCE).toBe('replica');
    await pair.killPrimary();
    const killed = performance.now();
    // Longer than the lag that is allowed while both answer.
    while (performance.now() - killed < 2 * LAG_MS) expect(await servedBy()).toBe('replica');
    await expect(database.db.selectFrom('settings').selectAll().execute()).rejects.toSatisfy(isStorageOutage);
    await pair.restartPrimary();
    await expect.poll(() => database.db.selectFrom('settings').select('key').execute(), PATIENCE).toHaveLength(1);
    await expect.poll(servedBy, PATIENCE).toBe('replica');
  });

  test('are answered by the primary at once when the replica ends', async () => {
    await expect.poll(servedBy, PATIENCE).toBe('replica');
    // Commits no longer wait for it.
    await sql`alter system set synchronous_standby_names = ''`.execute(database.db);
    await sql`select pg_reload_conf()`.execute(database.db);
    await pair.killStandby();
    expect(await servedBy()).toBe('primary');
    expect(await servedBy()).toBe('primary');
  });

  test('the count of a caller does not wait for a standby, and everything else does', async () => {
    const { db } = database;
    const now = () => 1_800_000_000_000;
    const use = { what: 'write', subject: '10.0.0.1', max: 1, windowMs: 60_000 };
    expect(await countUse({ db, now }, use)).toBeNull();
    await sql`alter system set synchronous_standby_names = 'standby'`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    const begun: Promise<unknown>[] = [];
    // The first ones may be committed before the server has read its configuration again.
    const waits = async () => {
      begun.push(
        db
          .insertInto('settings')
          .values({ key: `both-${begun.length}`, value: '1' })
          .execute(),
      );
      const { rows } = await sql<{ n: bigint }>`
        select count(*) as n from pg_stat_activity where wait_event = 'SyncRep'`.execute(db);
      return rows[0]?.n !== 0n;
    };
    await expect.poll(waits, PATIENCE).toBe(true);
    expect(await countUse({ db, now }, use)).toBe(60);
    expect(await waits()).toBe(true);
    await sql`alter system set synchronous_standby_names = ''`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await Promise.all(begun);
  });
});
