import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PresalePricing } from '#src/contract/presale.ts';
import { downChain, type HttpApp, openHttpApp } from '#tests/support/http-app.ts';

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

async function survives(http: HttpApp, makeSpace: () => Promise<void>): Promise<void> {
  const acknowledged = await fill(http);
  expect(acknowledged).toBeGreaterThan(0);
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
  test('the database cannot grow: refused with 503, nothing acknowledged is lost, works again with space', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'synx-full-'));
    const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
    const { rows } = await sql<{ page_count: bigint }>`pragma page_count`.execute(http.context.db);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0n) + 8n}`).execute(http.context.db);
    await survives(http, async () => {
      await sql`pragma max_page_count = 1000000`.execute(http.context.db);
    });
    await http.close();
    await rm(folder, { recursive: true });
  });

  test('a file system of 4 MB that is really full', async ({ skip }) => {
    const folder = await mountSmallDisk();
    if (folder === null) return skip('no file system can be mounted here');
    const ballast = join(folder, 'ballast');
    // As much as is written: the recount of the books brings the write-ahead log into the database first.
    await writeFile(ballast, Buffer.alloc(2_000_000));
    const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
    try {
      await survives(http, () => rm(ballast));
    } finally {
      await http.close();
      execFileSync('umount', [folder]);
      await rm(folder, { recursive: true });
    }
  });
});

/** A separate file system, if this process may mount one; null elsewhere. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'synx-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
}

describe('unreachable chains', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await openHttpApp({ source: downChain });
  });
  afterAll(() => http.close());

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
      chains: [1, 56, 137].map((chainId) => ({ chainId, reachable: false, lagBlocks: null })),
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
