import pg from 'pg';
import { expect, it } from 'vitest';
import { createDatabase } from '#tests/support/create-database.ts';

const [first, second] = await Promise.all([createDatabase(), createDatabase()]);

it.skipIf('unavailable' in first)('each test file gets an empty PostgreSQL database that syncs to disk', async () => {
  if ('unavailable' in first || 'unavailable' in second) return;
  const clients = [first, second].map(({ url }) => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query('CREATE TABLE only_in_first (a integer)');
  const seen = await clients[1]?.query("SELECT 1 FROM pg_tables WHERE tablename = 'only_in_first'");
  expect(seen?.rowCount).toBe(0);
  expect((await clients[0]?.query('SHOW fsync'))?.rows).toEqual([{ fsync: 'on' }]);
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all([first.drop(), second.drop()]);
});
