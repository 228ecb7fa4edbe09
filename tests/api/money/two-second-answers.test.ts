import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, payCoin } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const COINS = 1_000n * 10n ** 18n;
const SLOW_CALLS = 7;

let chains: TestChains;
let proxies: ChaosProxy[];
beforeAll(async () => {
  chains = await startTestChains();
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  proxies = await Promise.all([upstream, upstream, upstream].map((url) => startChaosProxy(url, url)));
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await chains.stop();
});

test('blocks are read on, a few in each pass, by sources of which one is silent and another takes two seconds (S22)', async () => {
  const client = chains.client(CHAIN);
  const place = await sqlitePlace();
  const chainEnv = { [CHAIN]: { rpcUrls: proxies.map(({ url }) => url), quorum: 2 } };
  const stack = await openStack({ chains, location: place.location, chainEnv });
  const wallet = await fundedWallet(client);
  await chains.mine(CHAIN, 1);
  await stack.pass([CHAIN]);
  await payCoin(client, wallet, COINS);
  await chains.mine(CHAIN, 6);
  const [silent, slow] = proxies;
  Object.assign(silent ?? {}, { fault: 'down' });
  let calls = 0;
  // Those of the head and of the cursor, which come first.
  const change = () => {
    calls += 1;
    if (calls === SLOW_CALLS) Object.assign(slow ?? {}, { delayMs: 0 });
  };
  Object.assign(slow ?? {}, { delayMs: 2_100, change });
  const scanned = async () => {
    const cursor = await stack.context.db
      .selectFrom('chain_cursors')
      .selectAll()
      .where('chain_id', '=', 137n)
      .execute();
    return cursor[0]?.block_number;
  };
  const before = await scanned();
  await stack.pass([CHAIN]).catch(() => undefined);
  const after = await scanned();
  for (const proxy of proxies) Object.assign(proxy, { fault: null, delayMs: 0, change: null });
  await stack.close();
  await place.drop();
  expect(after).not.toBe(before);
});
