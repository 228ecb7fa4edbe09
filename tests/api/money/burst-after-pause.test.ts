import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, submitTogether, tokenAddress, transferData } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
/** 130 dollars. */
const AMOUNT = 130_000_000n;
const MINUTE_MS = 60_000;
const STOPS_AFTER = 20;
const BLOCKS = 10;

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

test.each([
  [1, 50],
  [1, 35],
  [3, 50],
] as const)(
  'what waited while the books were not counted is credited afterwards, by %i sources of %i calls a pass (S24)',
  async (sources, calls) => {
    const client = chains.client(CHAIN);
    const place = await sqlitePlace();
    await chains.mine(CHAIN, 1);
    const startBlock = (await client.getBlockNumber()) + 1n;
    const used = proxies.slice(0, sources);
    let elapsed = 0;
    const stack = await openStack({
      chains,
      location: place.location,
      chainEnv: { [CHAIN]: { rpcUrls: used.map(({ url }) => url), quorum: Math.min(2, sources), startBlock } },
      env: { LEDGER_CHECK_STOPS_AFTER: String(STOPS_AFTER) },
      elapsed: () => elapsed,
    });
    await stack.checkLedger();
    await stack.pass([CHAIN]);
    elapsed += STOPS_AFTER * MINUTE_MS + 1;
    for (let block = 0; block < BLOCKS; block += 1) {
      const wallets = await Promise.all(Array.from({ length: 3 }, () => fundedWallet(client, [[USDC, AMOUNT]])));
      const pay = (from: string) => ({ from, to: USDC, data: transferData(AMOUNT), gas: 100_000n });
      await submitTogether(client, wallets.map(pay));
      await stack.pass([CHAIN]);
    }
    await chains.mine(CHAIN, 6);
    for (let pass = 0; pass < 4; pass += 1) {
      stack.tick(3 * MINUTE_MS);
      await stack.pass([CHAIN]);
    }
    await stack.checkLedger();
    for (const proxy of used) {
      let [pass, left] = [0, 0];
      proxy.change = (_, answer) => {
        if (stack.clock.now !== pass) [pass, left] = [stack.clock.now, calls];
        left -= 1;
        const error = { code: -32005, message: 'rate limit exceeded' };
        if (left < 0) Object.assign(answer, { result: undefined, error });
      };
    }
    for (let pass = 0; pass < 8; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
    for (const proxy of used) proxy.change = null;
    await stack.pass([CHAIN]);
    const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
    await stack.close();
    await place.drop();
    expect(rows).toEqual(Array.from({ length: 3 * BLOCKS }, () => ({ status: 'credited', reason: null })));
  },
);
