import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { withoutSyncing } from '#src/server/platform/database/without-syncing.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';

/** SQLite's values for syncing every commit, and for syncing at checkpoints only. */
const FULL = 2n;
const NORMAL = 1n;

async function syncing(db: Kysely<Tables>): Promise<bigint | undefined> {
  const { rows } = await sql<{ synchronous: bigint }>`pragma synchronous`.execute(db);
  return rows[0]?.synchronous;
}

describe('a write that does not wait for the disk', () => {
  test('is the only one: money written meanwhile or afterwards, even after a failure, is synced', async () => {
    const place = await sqlitePlace();
    const { db, close } = await openDatabase(place.location);
    expect(await syncing(db)).toBe(FULL);
    const [within, meanwhile] = await Promise.all([withoutSyncing(db, syncing), syncing(db)]);
    expect([within, meanwhile]).toEqual([NORMAL, FULL]);
    const failing = withoutSyncing(db, () => Promise.reject(new Error('disk full')));
    await expect(failing).rejects.toThrow('disk full');
    expect(await syncing(db)).toBe(FULL);
    await close();
    await place.drop();
  });
});
