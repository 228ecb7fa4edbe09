import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { PortTakenError, type RunningServer, startServer } from '#src/server/start.ts';
import { type FakeRpc, startFakeRpc } from '#tests/support/fake-rpc.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const HASH = `0x${'ab'.repeat(32)}`;

let rpc: FakeRpc;
const folder = sharedFolder();
let server: RunningServer;
beforeAll(async () => {
  rpc = await startFakeRpc();
  server = await startServer({ env: env('one'), siteDirectory: null, version: '1.2.3', pollMs: 50 });
});
afterAll(async () => {
  await server.stop();
  await rpc.stop();
});

function env(name: string, more: Record<string, string> = {}) {
  const own = { PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent', DATA_DIRECTORY: join(folder, name) };
  return readEnv({ ...rpc.env, ...own, ...more });
}

/** A scrape: each sample by its name and labels. */
async function scrape(of = server): Promise<Readonly<Record<string, number>>> {
  const answer = await fetch(of.metricsUrl ?? '');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('requests are counted by route, never by an address that anybody can invent', async () => {
  const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  for (const path of ['/api/health', '/api/nowhere/one', '/api/nowhere/two', `/api/staking/balance/${wallet}`])
    await fetch(`${server.url}${path}`);
  const found = await scrape();
  const counted = Object.keys(found).filter((name) => name.startsWith('synx_http_request_duration_seconds_count'));
  expect(found['synx_http_request_duration_seconds_count{method="GET",route="/api/health",status="200"}']).toBe(1);
  expect(found['synx_http_request_duration_seconds_count{method="GET",route="none",status="404"}']).toBeGreaterThan(1);
  expect(counted.join('\n')).not.toMatch(/nowhere|0x7099/i);
});

test('the state of payments, chains, books and queues is told, with what calls to the sources cost', {
  tags: 'long',
}, async () => {
  const watched = await startServer({ env: env('two'), siteDirectory: null, version: '1.2.3', pollMs: 600_000 });
  // After the one look at each chain nothing overwrites what follows. What is scraped is kept for a while.
  const heads = () => watched.context.db.selectFrom('chain_heads').select('chain_id').execute();
  await vi.waitFor(async () => expect(await heads()).toHaveLength(CHAIN_IDS.length), { timeout: 20_000 });
  await fetch(`${watched.url}/api/presale/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', transactionHash: HASH },
      ...{ paymentMethod: 'ETH', amount: '1', usdAmount: '1', tokenAmount: '1' },
    }),
  });
  const now = BigInt(Date.now());
  await watched.context.alarms.raise('mail', 'test', 'a mail was refused');
  const seen = { chain_id: 1n, block_time: now / 1000n, seen_at: now - 90_000n };
  await watched.context.db
    .insertInto('chain_heads')
    .values({ ...seen, stalled: 0n, hash: HASH, number: 1n })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(seen))
    .execute();
  const found = await scrape(watched);
  await watched.stop();
  expect(found).toMatchObject({
    'synx_build_info{version="1.2.3"}': 1,
    synx_state_readable: 1,
    synx_ledger_balanced: 1,
    synx_oldest_open_payment_age_seconds: 0,
    'synx_queue_length{queue="posted-hashes"}': 1,
    'synx_open_alarms{kind="mail",severity="normal"}': 1,
  });
  expect(found['synx_chain_head_age_seconds{chain="1"}']).toBeGreaterThanOrEqual(90);
  expect(found['synx_rpc_calls_total{chain="56",source="2",outcome="answered"}']).toBeGreaterThan(0);
  expect(found['synx_rpc_call_duration_seconds_count{chain="56",source="2"}']).toBeGreaterThan(0);
  expect(found['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0);
  expect(found['process_resident_memory_bytes']).toBeGreaterThan(0);
});

test('a scrape says that the database does not answer, and tells the rest', { tags: 'long' }, async () => {
  const alone = await startServer({ env: env('three'), siteDirectory: null, version: '1.2.3' });
  await alone.context.db.schema.dropTable('sightings').execute();
  const found = await scrape(alone);
  await alone.stop();
  expect(found).toMatchObject({ synx_state_readable: 0, synx_ledger_balanced: 1 });
  expect(Object.keys(found).filter((name) => /queue_length|oldest_open/.test(name))).toEqual([]);
});

test('the site’s own port does not have it, and without METRICS_PORT there is none', { tags: 'long' }, async () => {
  // 503 while the process is busy.
  await expect.poll(async () => (await fetch(`${server.url}/metrics`)).status).toBe(404);
  const without = await startServer({ env: env('four', { METRICS_PORT: '' }), siteDirectory: null, version: '1' });
  expect(without.metricsUrl).toBeNull();
  await without.stop();
});

test('a taken port is reported by its setting', async () => {
  const { port } = new URL(server.metricsUrl ?? '');
  const second = startServer({ env: env('five', { METRICS_PORT: port }), siteDirectory: null, version: '1' });
  await expect(second).rejects.toThrow(PortTakenError);
  await expect(second).rejects.toThrow(`Port ${port} is taken by another program. Set METRICS_PORT to a free one`);
});
