import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { call, localClient } from '#src/dev/chains/local-client.ts';
import { openRehearsal, type Rehearsal } from '#src/dev/rehearsal/open-rehearsal.ts';
import { ALL_OUTAGES, OUTAGE_SECONDS } from '#src/dev/rehearsal/rehearsal-state.ts';
import { setSpendingMoney } from '#src/dev/rehearsal/spending-money.ts';
import { watchHealth } from '#src/server/money/payments/watch/watch-health.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { type FakeRpc, startFakeRpc } from '#tests/support/fake-rpc.ts';
import { hex, mined, newWallet, tokenAddress } from '#tests/support/pay.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';
import { tunedEnv } from '#tests/support/tuned-env.ts';

/** A tenth of an ether at 4,513.48 USD, 0.013 USD per SYNX. */
const PAID = 10n ** 17n;
const SYNX = '34719';
const NONE = Object.fromEntries(ALL_OUTAGES.map((outage) => [outage, 0]));

let chains: TestChains;
let rehearsal: Rehearsal;
let server: RunningServer;
const folder = sharedFolder();
beforeAll(async () => {
  chains = await startTestChains();
  rehearsal = await openRehearsal(chains.all);
  const options = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIRECTORY: join(folder, 'own'),
    RATE_LIMIT_WRITES: '1000',
    RATE_LIMIT_READS: '10000',
    CHAIN_CALLS_A_MINUTE: '10000',
  };
  const env = tunedEnv(options, { presaleAddress: TREASURY, chains: rehearsal.chains });
  server = await startServer({
    env,
    siteDirectory: null,
    version: '0',
    pollMs: 100,
    stallAfterMs: Number.POSITIVE_INFINITY,
    extend: rehearsal.extend,
    machine: rehearsal.machine,
  });
});
afterAll(async () => {
  await server.stop();
  await rehearsal.stop();
  await chains.stop();
});

function post(path: string, body: unknown, headers: Record<string, string> = {}, url = server.url): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function answer<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await post(path, body);
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** A wallet with coins of the faucet. */
async function givenWallet(): Promise<string> {
  const wallet = newWallet();
  await answer('/api/testnet/faucet', { walletAddress: wallet });
  return wallet;
}

/** A payment that the wallet's switch holds in the pool, reported to the API; its hash. */
async function heldPayment(wallet: string): Promise<string> {
  const payment = { from: wallet, to: TREASURY, value: hex(PAID), gas: hex(21_000n) };
  const { hash } = await answer<{ hash: string }>('/rehearsal/hold/1', payment);
  await record(wallet, hash);
  return hash;
}

function record(wallet: string, transactionHash: string) {
  return answer('/api/presale/purchase', { walletAddress: wallet, transactionHash, chainId: 1 });
}

async function status(hash: string) {
  const { status: of, reason } = await (await fetch(`${server.url}/api/track/${hash}`)).json();
  return [of, reason];
}

async function balance(wallet: string): Promise<string> {
  return (await (await fetch(`${server.url}/api/staking/balance/${wallet}`)).json()).availableToStake;
}

const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000, interval: 100 });

test('the faucet gives coins and every token on all three chains', async () => {
  const wallet = await givenWallet();
  for (const { chainId, client } of chains.all) {
    expect(await client.getBalance({ address: wallet as `0x${string}` }), `chain ${chainId}`).toBe(10n ** 20n);
    const data = `0x70a08231${wallet.slice(2).padStart(64, '0')}`;
    const token = tokenAddress(chainId, 'USDC');
    await eventually(async () => {
      const held = BigInt(await call<string>(client, 'eth_call', [{ to: token, data }, 'latest']));
      expect(held).toBe(10n ** 6n * 10n ** (chainId === 56 ? 18n : 6n));
    });
  }
});

test('a held payment that is released is credited, and cannot be released twice', async () => {
  const wallet = await givenWallet();
  const hash = await heldPayment(wallet);
  await eventually(async () => expect(await status(hash)).toEqual(['processing', 'in-mempool']));
  expect(await answer(`/rehearsal/held/1/${hash}`, { action: 'release' })).toEqual({ done: true });
  await eventually(async () => {
    const count = await call<string>(chains.client(1), 'eth_getTransactionCount', [wallet, 'latest']);
    expect(Number(count)).toBe(2);
  });
  await chains.mine(1, 6);
  await eventually(async () => expect(await balance(wallet)).toBe(SYNX));
  expect(await answer(`/rehearsal/held/1/${hash}`, { action: 'release' })).toEqual({ done: false });
});

test('the API ends without an answer while it is stopped, and the switch that stopped it starts it again', async () => {
  expect(await answer('/rehearsal/outage', { what: 'api', on: true })).toEqual({ ...NONE, api: OUTAGE_SECONDS });
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow('fetch failed');
  expect(await (await fetch(`${server.url}/rehearsal/state`)).json()).toEqual({ ...NONE, api: OUTAGE_SECONDS });
  expect(await answer('/rehearsal/outage', { what: 'api', on: false })).toEqual(NONE);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});

/** A payment of 400 USDC. */
function paymentOf(wallet: string) {
  const words = [TREASURY.slice(2), 400_000_000n.toString(16)].map((word) => word.toLowerCase().padStart(64, '0'));
  return { from: wallet, to: tokenAddress(1, 'USDC'), data: `0xa9059cbb${words.join('')}`, gas: hex(100_000n) };
}

test.each([
  ['revert', 'failed', null],
  ['stray', 'rejected', 'wrong-recipient'],
  ['tiny', 'needs-review', 'below-one-token'],
] as const)(
  'a payment in a token that the switch makes end by %s is %s (%s), and the next one is credited',
  { tags: 'long' },
  async (...each) => {
    const [ending, ...expected] = each;
    const wallet = await givenWallet();
    const { hash } = await answer<{ hash: string }>('/rehearsal/odd/1', { ...paymentOf(wallet), ending });
    await record(wallet, hash);
    await chains.mine(1, 6);
    await eventually(async () => expect(await status(hash)).toEqual(expected));
    const next = await answer<{ result: string }>('/rehearsal/rpc/1', {
      ...{ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction' },
      params: [{ from: wallet, to: TREASURY, value: hex(PAID), gas: hex(21_000n) }],
    });
    await mined(chains.client(1), next.result);
    await chains.mine(1, 6);
    await eventually(async () => expect(await balance(wallet)).toBe(SYNX));
  },
);

test('while the chains are stopped the server sees no new block, and wallets do', async () => {
  const gated = localClient(1, rehearsal.chains.find(({ chainId }) => chainId === 1)?.rpcUrl ?? '');
  await answer('/rehearsal/outage', { what: 'heads', on: true });
  const before = await gated.getBlock();
  await chains.mine(1, 3);
  expect(await gated.getBlockNumber()).toBe(before.number);
  expect((await gated.getBlock()).hash).toBe(before.hash);
  expect(await chains.client(1).getBlockNumber()).toBe(before.number + 3n);
  await answer('/rehearsal/outage', { what: 'heads', on: false });
  expect(await gated.getBlockNumber()).toBe(before.number + 3n);
});

test('strangers buy all but the last tokens, and then these; a payment that comes later is refunded', {
  tags: 'long',
}, async () => {
  const left = async () => {
    const { phase, tokensRemaining } = await (await fetch(`${server.url}/api/presale/pricing`)).json();
    return [phase, tokensRemaining];
  };
  const wallet = await givenWallet();
  const hash = await heldPayment(wallet);
  expect(await answer('/rehearsal/sell', { left: 60_001 })).toEqual({ sold: true });
  await eventually(async () => expect(await left()).toEqual([3, '60001']));
  expect(await answer('/rehearsal/sell', { left: 60_001 })).toEqual({ sold: false });
  expect(await answer('/rehearsal/sell', { left: 0 })).toEqual({ sold: true });
  await eventually(async () => expect(await left()).toEqual([3, '0']));
  await answer(`/rehearsal/held/1/${hash}`, { action: 'release' });
  await eventually(async () => {
    const count = await call<string>(chains.client(1), 'eth_getTransactionCount', [wallet, 'latest']);
    expect(Number(count)).toBe(2);
  });
  await chains.mine(1, 6);
  await eventually(async () => expect((await status(hash))[0]).toBe('refund-due'));
});

const SWITCHES: readonly (readonly [string, unknown])[] = [
  ['/rehearsal/rpc/1', { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }],
  ['/rehearsal/outage', { what: 'api', on: true }],
  ['/rehearsal/hold/1', { from: TREASURY, to: TREASURY }],
  ['/rehearsal/odd/1', { from: TREASURY, to: TREASURY, ending: 'stray' }],
  ['/rehearsal/sell', { left: 1 }],
  ['/rehearsal/handover', { step: 'withdraw' }],
  [`/rehearsal/held/1/0x${'0'.repeat(64)}`, { action: 'drop' }],
  ['/rehearsal/reorg/1', { wallet: TREASURY }],
  ['/api/testnet/faucet', { walletAddress: TREASURY }],
];

test.each(SWITCHES)('%s accepts requests of its own origin only, and nothing of a wrong shape', async (path, body) => {
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as const) {
    const refused = await post(path, body, headers);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'foreign_origin']);
  }
  if (!path.startsWith('/rehearsal/rpc')) expect((await post(path, { what: 'everything' })).status).toBe(400);
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
});

test('a server of real chains has none of it, even if it is given the routes; and remote chains cannot be rehearsed on', async () => {
  const rpc: FakeRpc = await startFakeRpc();
  const env = readEnv({ ...rpc.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIRECTORY: join(folder, 'real') });
  const real = await startServer({ env, siteDirectory: null, version: '0', extend: rehearsal.extend });
  try {
    for (const [path, body] of SWITCHES) expect((await post(path, body, {}, real.url)).status, path).toBe(404);
    expect((await fetch(`${real.url}/rehearsal/state`)).status).toBe(404);
    const told = await (await fetch(`${real.url}/api/testnet/status`)).json();
    expect(told).toMatchObject({ announced: false, rehearsal: false });
  } finally {
    await real.stop();
    await rpc.stop();
  }
  await expect(openRehearsal([{ chainId: 1, rpcUrl: 'https://rpc.example/1' }])).rejects.toThrow(
    'is not a local chain',
  );
});

test('accounts that have paid nothing hold too little for the whole sale', async () => {
  const polygon = chains.all.filter(({ chainId }) => chainId === 137);
  const [address] = DEVELOPMENT_ACCOUNTS;
  await setSpendingMoney(polygon);
  expect(await chains.client(137).getBalance({ address })).toBe(10n ** 20n);
  await chains.client(137).setBalance({ address, value: 7n });
  await setSpendingMoney(polygon);
  expect(await chains.client(137).getBalance({ address })).toBe(7n);
});

test('time passes for the server and all chains together, and no alarm says that the clock is wrong', async () => {
  const MONTH_MS = 30 * 86_400_000;
  const { db, now } = server.context;
  const times = () =>
    Promise.all(chains.all.map(async ({ client }) => Number((await client.getBlock()).timestamp) * 1_000));
  const health = watchHealth(server.context, 'a test');
  await health.pass();
  const before = [now(), ...(await times())];
  await answer('/rehearsal/handover', { step: 'month' });
  const passed = [now(), ...(await times())].map((after, index) => after - (before[index] ?? 0));
  for (const ms of passed) expect(Math.abs(ms - MONTH_MS), String(passed)).toBeLessThan(60_000);
  await health.pass();
  expect(await db.selectFrom('alarms').select('detail').where('kind', '=', 'clock').execute()).toEqual([]);
});
