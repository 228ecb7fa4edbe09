import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';

const STATEMENTS = 2_000;

test('two thousand statements of the embedded database leave time for timers and requests', async () => {
  const database = await openDatabase(':memory:');
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  // Queued at once, as the parts of a server do.
  await Promise.all(Array.from({ length: STATEMENTS }, () => sql`select 1`.execute(database.db)));
  isDone = true;
  await database.close();
  expect(turns).toBeGreaterThan(2);
});
