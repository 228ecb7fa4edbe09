import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const USDC = tokenAddress(137, 'USDC');
/** 130 dollars: 10,000 SYNX at 0.013. */
const AMOUNT = 130_000_000n;
const BURST = 60;
const POSTS = sized(430, 150);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let chains: TestChains;
let place: OwnPlace;
let proxies: ChaosProxy[];
let stack: ApiStack;
beforeAll(async () => {
  [chains, place] = await Promise.all([startTestChains(), sqlitePlace()]);
  proxies = await Promise.all(chains.all.map(({ rpcUrl }) => startChaosProxy(rpcUrl, rpcUrl)));
  const sources = CHAIN_IDS.map((chainId) => {
    const position = chains.all.findIndex((chain) => chain.chainId === chainId);
    return [chainId, { rpcUrls: [proxies[position]?.url ?? ''] }];
  });
  stack = await openStack({
    chains,
    location: place.location,
    env: { CHAIN_CALLS_A_MINUTE: '300' },
    // No budget grows while a busy machine takes its time.
    lookClock: () => 0,
    chainEnv: Object.fromEntries(sources),
  });
  await stack.pass();
});
afterAll(async () => {
  await stack?.close();
  await Promise.all((proxies ?? []).map((proxy) => proxy.stop()));
  await chains?.stop();
  await place?.drop();
});

/** A separate instance with budgets that nothing has been spent of. */
async function openFresh(): Promise<{ readonly fresh: ApiStack; close(): Promise<void> }> {
  const { location, drop } = await sqlitePlace();
  const env = { CHAIN_CALLS_A_MINUTE: '300' };
  const fresh = await openStack({ chains, location, env, lookClock: () => 0 });
  const close = async () => {
    await fresh.close();
    await drop();
  };
  return { fresh, close };
}

/** How many of forty strangers, each at another address, are told about an unknown hash. */
async function strangersAnswered({ app }: ApiStack): Promise<number> {
  let answered = 0;
  for (let place = 0; place < 40; place += 1) {
    const answer = await app.inject({ url: `/api/track/${invented()}`, remoteAddress: `198.51.${place}.7` });
    if (answer.statusCode === 200) answered += 1;
  }
  return answered;
}

const calls = () => proxies.reduce((sum, proxy) => sum + proxy.calls, 0);
const invented = () => `${newWallet()}${newWallet().slice(2, 26)}`;

test(`one address that posts thirty invented hashes ${POSTS} times spends exactly its budget of calls`, async () => {
  const hashes = Array.from({ length: 30 }, invented);
  const wallet = newWallet();
  const before = calls();
  for (let posted = 0; posted < POSTS; posted += 1) {
    const answer = await stack.post(wallet, hashes[posted % hashes.length] ?? '');
    expect(answer.status).toBe('processing');
  }
  expect(calls() - before).toBeLessThanOrEqual(BURST);
  const stored = await stack.context.db
    .selectFrom('submissions')
    .select('id')
    .where('transaction_hash', 'in', hashes)
    .execute();
  expect(stored).toHaveLength(hashes.length);
});

// Of 4,096 lanes the flood has spent 31: a stranger in one of them is refused, so that a few of forty may be.
const MOST_SHARED = 4;

test('thirty proven sessions at one address that post invented hashes leave strangers their look-ups (S30)', async () => {
  const { fresh, close } = await openFresh();
  const { app, clock } = fresh;
  for (let number = 0; number < 30; number += 1) {
    const visitor = newVisitor(app, () => clock.now, '203.0.113.9');
    await visitor.connect();
    expect((await visitor.prove()).statusCode).toBe(200);
    for (let posted = 0; posted < 6; posted += 1)
      await visitor.post('/api/presale/purchase', { walletAddress: visitor.wallet, transactionHash: invented() });
  }
  // Looking again for them costs nobody else either.
  for (let pass = 0; pass < 3; pass += 1) await fresh.pass([]);
  expect(await strangersAnswered(fresh)).toBeGreaterThanOrEqual(40 - MOST_SHARED);
  await close();
});

test('nor do the lines of one /48 spend what everybody has (S30)', async () => {
  const { fresh, close } = await openFresh();
  for (let line = 0; line < 60; line += 1)
    for (let asked = 0; asked < 5; asked += 1)
      await fresh.app.inject({ url: `/api/track/${invented()}`, remoteAddress: `2001:db8:1:${line.toString(16)}::1` });
  expect(await strangersAnswered(fresh)).toBeGreaterThanOrEqual(40 - MOST_SHARED);
  await close();
});

test('looking again for posted hashes counts for the same address', async () => {
  const before = calls();
  for (let pass = 0; pass < 20; pass += 1) await stack.pass([]);
  expect(calls() - before).toBeLessThanOrEqual(BURST);
});

test('a caller without a budget and the next caller get different answers', async () => {
  const [buyer, track] = [newWallet(), invented()];
  const paid = await payToken(chains.client(137), buyer, USDC, AMOUNT);
  const ask = async (remoteAddress: string) => {
    const [posted, tracked] = await Promise.all([
      stack.app.inject({
        method: 'POST',
        url: '/api/presale/purchase',
        remoteAddress,
        payload: { walletAddress: buyer, transactionHash: paid, chainId: 137 },
      }),
      stack.app.inject({ url: `/api/track/${track}`, remoteAddress }),
    ]);
    return [posted.json().status, tracked.statusCode];
  };
  expect(await ask('127.0.0.1')).toEqual(['processing', 429]);
  // A moment later, for another caller: nothing of it was kept.
  expect(await ask('192.0.2.7')).toEqual(['confirming', 200]);
});

test('twenty honest buyers behind the same address are stored, and credited by the next passes', async () => {
  const buyers = Array.from({ length: 20 }, () => newWallet());
  const paid: string[] = [];
  for (const buyer of buyers) paid.push(await payToken(chains.client(137), buyer, USDC, AMOUNT));
  for (const [position, hash] of paid.entries())
    expect(await stack.post(buyers[position] ?? '', hash, { chainId: 137 })).toMatchObject({ transactionHash: hash });
  await chains.confirm(137, paid.at(-1) ?? '', 6);
  // On a busy machine a pass ends with its share of the time, and the next one goes on.
  for (let pass = 0; pass < 5; pass += 1) await stack.pass([137]);
  for (const [position, hash] of paid.entries()) {
    const buyer = buyers[position] ?? '';
    expect(await stack.balance(buyer)).toMatchObject({ availableToStake: '10000' });
    // Without a call left to spend, the answer comes from the records.
    expect(await stack.post(buyer, hash, { chainId: 137 })).toMatchObject({ status: 'credited', tokenAmount: '10000' });
  }
});

test('a hash for which nobody has a call left is put off, and expires two days after it was posted', async () => {
  const [wallet, hash] = [newWallet(), invented()];
  await stack.post(wallet, hash);
  const status = async () => (await stack.post(wallet, hash)).status;
  // From ten minutes on it may be looked for at the common expense, until that is spent as well.
  stack.tick(10 * MINUTE_MS);
  for (let pass = 0; pass < 5; pass += 1) await stack.pass([]);
  const before = calls();
  stack.tick(47 * HOUR_MS);
  await stack.pass([]);
  expect(await status()).toBe('processing');
  stack.tick(2 * HOUR_MS);
  await stack.pass([]);
  expect(await status()).toBe('expired');
  expect(calls()).toBe(before);
});
