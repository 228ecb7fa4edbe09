import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import type { UnstoredAlarm } from '#src/server/platform/alerts/alarms.ts';
import { mailUnstored } from '#src/server/platform/alerts/mail-unstored.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { eachEngine, postgresPlace } from '#tests/support/each-engine.ts';
import { downChain, type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { mountSmallDisk, unmountSmallDisk } from '#tests/support/small-disk.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const WALLET = `0x${'1'.repeat(40)}`;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

function post(http: HttpApp, number: number) {
  // Long claims fill a disk faster.
  const payload = { walletAddress: WALLET, transactionHash: hash(number), usdAmount: '9'.repeat(100) };
  return http.app.inject({ method: 'POST', url: '/api/presale/purchase', payload });
}

/** Posts new hashes until the disk is full; returns how many were acknowledged. */
async function fill(http: HttpApp): Promise<number> {
  for (let number = 0; number < 20_000; number += 1) {
    const answer = await post(http, number);
    if (answer.statusCode === 200) continue;
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'storage_unavailable']);
    expect(answer.headers['retry-after']).toBe('5');
    return number;
  }
  throw new Error('the disk never filled up');
}

async function survives(
  http: HttpApp,
  makeSpace: () => Promise<void>,
  whileFull: () => Promise<void> = async () => undefined,
): Promise<void> {
  const acknowledged = await fill(http);
  expect(acknowledged).toBeGreaterThan(0);
  await whileFull();
  // Reading, and the stored data, remain available.
  expect((await http.app.inject('/api/config')).statusCode).toBe(200);
  expect((await http.app.inject(`/api/staking/balance/${WALLET}`)).statusCode).toBe(200);
  expect((await post(http, 0)).statusCode).toBe(200);
  await makeSpace();
  expect((await post(http, acknowledged)).statusCode).toBe(200);
  const rows = await http.context.db.selectFrom('submissions').select('transaction_hash').execute();
  const stored = new Set(rows.map((row) => row.transaction_hash));
  for (let number = 0; number <= acknowledged; number += 1) expect(stored.has(hash(number))).toBe(true);
  await http.checkLedger();
  expect(http.context.isLedgerBalanced()).toBe(true);
}

describe('a disk without space', () => {
  test('the database cannot grow: refused with 503, nothing acknowledged is lost, works again with space', {
    tags: 'long',
  }, async () => {
    const folder = folderOfTest();
    const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
    const { rows } = await sql<{ page_count: bigint }>`pragma page_count`.execute(http.context.db);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0n) + 8n}`).execute(http.context.db);
    await survives(http, async () => {
      await sql`pragma max_page_count = 1000000`.execute(http.context.db);
    });
  });

  test('a file system of 4 MB that is really full', async ({ skip }) => {
    const folder = await mountSmallDisk();
    if (folder === null) return skip('no file system can be mounted here');
    const ballast = join(folder, 'ballast');
    // As much as is written: the recount of the books brings the write-ahead log into the database first.
    await writeFile(ballast, Buffer.alloc(2_000_000));
    const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
    try {
      const whileFull = async () => {
        await passes(http, 4);
        expect(await states(http)).toEqual([503, false, 'paused', 'sale-paused']);
      };
      await survives(http, () => rm(ballast), whileFull);
      await passes(http, 1);
      expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
    } finally {
      await http.close();
      await unmountSmallDisk(folder);
    }
  });
});

/** Tries to write every ten seconds. */
async function passes({ clock, storage }: HttpApp, count: number): Promise<void> {
  for (let pass = 0; pass < count; pass += 1) {
    clock.now += 10_000;
    await storage.pass();
  }
}

/** Ready, sale status, and how many options are offered. */
async function states(http: HttpApp) {
  // An answer of the pricing is kept for half a second.
  http.clock.now += 1_000;
  const ready = await http.app.inject('/api/ready');
  const { saleStatus, offers } = (await http.app.inject('/api/presale/pricing')).json() as PresalePricing;
  const reasons = [...new Set(offers.map(({ reason }) => reason))];
  return [ready.statusCode, ready.json().database, saleStatus, ...reasons];
}

eachEngine('a database that can be read and takes no write', (open, engine) => {
  test('is not ready, sells nothing, and its alarm is mailed at once and told with its end afterwards [S31]', async () => {
    const place = await open();
    const sent: string[] = [];
    const mailer = { send: async ({ text }: { text: string }) => void sent.push(text) };
    const mail: { send?: (alarm: UnstoredAlarm) => void } = {};
    const http = await openHttpApp({ location: place.location, unstored: (alarm) => mail.send?.(alarm) });
    const { clock, context } = http;
    const now = () => clock.now;
    const delivery = { mailer, to: 'operator@example.org', origin: 'https://synx.example', onFailure: () => undefined };
    mail.send = mailUnstored(delivery, now, now);
    await passes(http, 2);
    expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
    await setReadOnly(http, engine, true);
    await passes(http, 1);
    expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
    await passes(http, 3);
    expect(await states(http)).toEqual([503, false, 'paused', 'sale-paused']);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^New and open \(1\)\n- storage host: nothing can be stored: .*read-?only/);
    await passes(http, 60);
    expect(sent).toHaveLength(1);
    await passes(http, 60);
    expect(sent).toHaveLength(2);
    await setReadOnly(http, engine, false);
    // A connection that was cut fails once more.
    await expect.poll(() => passes(http, 1).then(() => states(http))).toEqual([200, true, 'open', 'chain-unreachable']);
    const alarms = await context.db.selectFrom('alarms').select(['kind', 'subject', 'resolved_at']).execute();
    expect(alarms).toEqual([{ kind: 'storage', subject: 'host', resolved_at: BigInt(clock.now - 1_000) }]);
  });

  test.runIf(engine === 'postgres').each(['submissions', 'payments'])(
    'is not ready although only %s cannot grow [S31]',
    async (table) => {
      const place = await open();
      const http = await openHttpApp({ location: place.location });
      const { db } = http.context;
      await passes(http, 1);
      await sql`create function refuse_growth() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
        db,
      );
      await sql.raw(`create trigger full_disk before insert on ${table} execute function refuse_growth()`).execute(db);
      await passes(http, 3);
      expect(await states(http)).toEqual([503, false, 'paused', 'sale-paused']);
      await sql.raw(`drop trigger full_disk on ${table}`).execute(db);
      await passes(http, 1);
      expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
      // What was tried is undone.
      for (const one of ['submissions', 'payments'] as const)
        expect(await db.selectFrom(one).select('id').execute()).toEqual([]);
    },
  );
});

describe.skipIf('unavailable' in inject('postgres'))('a database whose connections are all in use', () => {
  test('is not ready, sells nothing and mails its alarm, and is as before once one is free [S31]', async () => {
    const place = await postgresPlace();
    const unstored: UnstoredAlarm[] = [];
    const connections = { poolSize: 2, moneyPoolSize: 1, connectMs: 200 };
    const http = await openHttpApp({
      location: place.location,
      connections,
      unstored: (alarm) => void unstored.push(alarm),
    });
    const { db, money } = http.database;
    await passes(http, 1);
    expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const hold = (pool: Db) => pool.connection().execute(() => held);
    const holding = [hold(money)];
    await passes(http, 3);
    expect(await states(http)).toEqual([503, false, 'paused', 'sale-paused']);
    holding.push(hold(db), hold(db));
    await passes(http, 6);
    for (const url of ['/api/ready', '/api/presale/pricing'])
      expect((await http.app.inject(url)).statusCode, url).toBe(503);
    expect((await post(http, 0)).statusCode).toBe(503);
    expect(unstored).toMatchObject([{ kind: 'storage' }]);
    release();
    await Promise.all(holding);
    await passes(http, 1);
    expect(await states(http)).toEqual([200, true, 'open', 'chain-unreachable']);
    expect((await post(http, 0)).statusCode).toBe(200);
    await http.close();
    await place.drop();
  });
});

/** The embedded database refuses writes, or every connection to PostgreSQL is read-only. */
async function setReadOnly({ context: { db } }: HttpApp, engine: 'sqlite' | 'postgres', on: boolean): Promise<void> {
  if (engine === 'sqlite') return void (await sql.raw(`pragma query_only = ${on ? 1 : 0}`).execute(db));
  await db.connection().execute(async (one) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(one);
    await sql`set default_transaction_read_only = off`.execute(one);
    const { name } = rows[0] as { name: string };
    await sql.raw(`alter database "${name}" set default_transaction_read_only = ${on ? 'on' : 'off'}`).execute(one);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(one);
    await sql.raw(`set default_transaction_read_only = ${on ? 'on' : 'off'}`).execute(one);
  });
}

describe('unreachable chains', () => {
  const http = onceForAll(() => openHttpApp({ source: downChain }));

  test('every read is answered, and nothing of the outage leaks', async () => {
    for (const url of ['presale/stats', 'presale/pricing', 'config', 'crypto/prices', 'staking/stats']) {
      const answer = await http.app.inject(`/api/${url}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toMatch(/ECONNREFUSED|10\.11\.12\.13/);
    }
    expect((await http.app.inject(`/api/staking/rewards/${WALLET}`)).json()).toEqual({ currentRewards: '0' });
  });

  test('nothing is offered, and the reason is stated', async () => {
    const { offers, saleStatus } = (await http.app.inject('/api/presale/pricing')).json() as PresalePricing;
    expect(saleStatus).toBe('open');
    expect(offers).toHaveLength(10);
    expect(offers.every(({ offered, reason }) => !offered && reason === 'chain-unreachable')).toBe(true);
  });

  test('ready says degraded, health says ok', async () => {
    const ready = await http.app.inject('/api/ready');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({
      status: 'degraded',
      database: true,
      ledger: true,
      alarms: 0,
      chains: CHAIN_IDS.map((chainId) => ({ chainId, reachable: false, lagBlocks: null })),
    });
    expect((await http.app.inject('/api/health')).json()).toMatchObject({ status: 'ok' });
  });

  test('a hash is stored and answered: it is looked for when the chain is back', async () => {
    const answer = await post(http, 1);
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'processing']);
    expect(await http.context.db.selectFrom('submissions').selectAll().execute()).toHaveLength(1);
  });
});

test('a database that is gone is 503, and ready says so', async () => {
  const http = await openHttpApp();
  await http.database.close();
  const ready = await http.app.inject('/api/ready');
  expect([ready.statusCode, ready.json().status]).toEqual([503, 'unready']);
  await http.app.close();
});
