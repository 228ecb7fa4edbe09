// @module-tag long

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { eachEngine, type Place } from '#tests/support/each-engine.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const READS = 50;
const POLL_MS = 50;

const rpc = onceForAll(startFakeRpc);

eachEngine('a recount that never ends', (open) => {
  let place: Place;
  const folder = sharedFolder();
  let child: Child | undefined;
  beforeAll(async () => {
    place = await open();
    const { db, close } = await openDatabase(place.location);
    // Only the recount reads it, as slowly as a ledger of any size.
    await sql`alter table ledger_corrections rename to few_corrections`.execute(db);
    const amount = place.engine === 'sqlite' ? '0' : 'cast(0 as bigint)';
    await sql
      .raw(
        `create view ledger_corrections as
         with recursive endless (amount) as (select ${amount} union all select amount from endless)
         select amount from endless`,
      )
      .execute(db);
    await close();
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await child?.ended;
  });
  const location = (): Record<string, string> =>
    place.engine === 'sqlite'
      ? { DATA_DIRECTORY: dirname(place.location) }
      : { DATABASE_URL: place.location, RECEIPT_SIGNING_KEY: 'a5'.repeat(32), DATA_DIRECTORY: folder };

  test('blocks neither the start nor an answer, and ends with the process', async () => {
    child = startChild([MAIN], { ...rpc.env, ...location(), PORT: '0' });
    const [, url = ''] = await child.prints(/running on (\S+)/);
    await until(place, true);
    for (let read = 0; read < READS; read += 1) {
      const answer = await fetch(`${url}/api/presale/stats`);
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    }
    expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ database: true, ledger: true });
    expect(await isCounting(place)).toBe(true);
    const stopped = performance.now();
    child.kill('SIGTERM');
    expect(await child.ended, child.output()).toEqual({ code: 0, signal: null });
    expect(performance.now() - stopped).toBeLessThan(8_000);
    await until(place, false);
  });
});

async function until(place: Place, counting: boolean): Promise<void> {
  while ((await isCounting(place)) !== counting) await setTimeout(POLL_MS);
}

/** Whether a process has the file, or a connection the query, of a recount. */
async function isCounting({ engine, location }: Place): Promise<boolean> {
  if (engine === 'sqlite') {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    return stdout.split('\n').some((line) => line.includes('recount-process') && line.includes(location));
  }
  const client = new pg.Client({ connectionString: location });
  await client.connect();
  const { rows } = await client.query(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%ledger_corrections%' and state = 'active'`,
  );
  await client.end();
  return rows.length > 0;
}
