// @module-tag long
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { eachEngine } from '#tests/support/each-engine.ts';

/** The time limit of a statement of the server, and a little more. */
const SECONDS = 11;
/** The lock under which an instance migrates. */
const LOCK_KEY = 7_391_011;

eachEngine('a migration of another instance', (open) => {
  test('that takes longer than any statement may is awaited', async () => {
    const { engine, location } = await open();
    if (engine === 'sqlite') return;
    await (await openDatabase(location)).close();
    const other = new Kysely<Tables>({ dialect: openPostgres(location, { statementMs: 60_000 }).dialect });
    try {
      const opened = await other.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(connection);
        const opening = openDatabase(location);
        opening.catch(() => undefined);
        const waits = async () => {
          const { rows } = await sql<{ count: bigint }>`
            select count(*) as count from pg_stat_activity where datname = current_database()
            and query like '%pg_advisory_xact_lock%' and pid <> pg_backend_pid() and state = 'active'
            and query_start < clock_timestamp() - make_interval(secs => ${SECONDS})`.execute(other);
          return rows[0]?.count;
        };
        await expect.poll(waits, { timeout: 30_000, interval: 500 }).toBe(1n);
        await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection);
        return opening;
      });
      await opened.close();
    } finally {
      await other.destroy();
    }
  });
});
