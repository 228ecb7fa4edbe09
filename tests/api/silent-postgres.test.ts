import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { startServer } from '#src/server/start.ts';
import { createDatabase } from '#tests/support/create-database.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { openLine } from '#tests/support/slow-line.ts';

const database = await createDatabase();

test.skipIf('unavailable' in database)(
  'a server that falls silent with its connections open is given up, and the next query opens a new one',
  async () => {
    if ('unavailable' in database) throw new Error(database.unavailable);
    const line = await lineTo(database.url);
    const db = new Kysely<Tables>({ dialect: openPostgres(line.url, { connections: 1, statementMs: 400 }).dialect });
    const ask = () => sql<{ n: number }>`select 1 as n`.execute(db);
    expect((await ask()).rows).toEqual([{ n: 1 }]);
    line.fallSilent();
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(isStorageOutage(error)).toBe(true);
    // The only place of the pool is free again.
    expect((await ask()).rows).toEqual([{ n: 1 }]);
    await db.destroy();
    await line.close();
    await database.drop();
  },
);

test('a server that tells notices and never answers is given up as well', async () => {
  const [authenticated, ready] = ['520000000800000000', '5a0000000549'];
  const notice = Buffer.from('4e0000000e53494e464f004d610000', 'hex');
  const timers: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.from(`${authenticated}${ready}`, 'hex'));
      timers.push(setInterval(() => socket.destroyed || socket.write(notice), 50));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `postgres://synx@127.0.0.1:${(server.address() as AddressInfo).port}/synx`;
  const { dialect, cut } = openPostgres(url, { connections: 1, statementMs: 200 });
  const db = new Kysely<Tables>({ dialect });
  for (let asked = 0; asked < 2; asked += 1) {
    const error = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown);
    expect(isStorageOutage(error), String(error)).toBe(true);
  }
  for (const timer of timers) clearInterval(timer);
  cut();
  await db.destroy();
  server.close();
});

test.skipIf('unavailable' in database)(
  'a database whose operator lets nobody connect is down, not faulty',
  async () => {
    const own = await createDatabase();
    if ('unavailable' in own) throw new Error(own.unavailable);
    const name = new URL(own.url).pathname.slice(1);
    const allow = (isAllowed: boolean) =>
      execute(new URL('/postgres', own.url).href, `alter database "${name}" allow_connections ${isAllowed}`);
    await allow(false);
    const db = new Kysely<Tables>({ dialect: openPostgres(own.url, { connections: 1 }).dialect });
    const error = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown);
    expect(isStorageOutage(error), String(error)).toBe(true);
    await db.destroy();
    await allow(true);
    await own.drop();
  },
);

test.skipIf('unavailable' in database)(
  'a stop while PostgreSQL is silent ends within ten seconds all the same [G14]',
  { tags: 'long' },
  async () => {
    const own = await createDatabase('schema');
    if ('unavailable' in own) throw new Error(own.unavailable);
    const [line, rpc] = [await lineTo(own.url), await startFakeRpc()];
    const given = { DATABASE_URL: line.url, RECEIPT_SIGNING_KEY: 'c3'.repeat(32), PORT: '0', LOG_LEVEL: 'silent' };
    const server = await startServer({ env: readEnv({ ...rpc.env, ...given }), siteDirectory: null, version: '0' });
    line.fallSilent();
    const asked = performance.now();
    await server.stop();
    // As many parts of it as wait are busy with their own limits.
    expect(performance.now() - asked).toBeLessThan(15_000);
    await Promise.all([line.close(), rpc.stop()]);
    await own.drop();
  },
);

/** Forwards bytes to a server, until it is told to let the open connections hang. */
async function lineTo(server: string) {
  const { open, ...line } = await openLine(server, (client, upstream) => client.pipe(upstream).pipe(client));
  const fallSilent = () => {
    for (const socket of open) socket.unpipe().pause();
  };
  return { ...line, fallSilent };
}
