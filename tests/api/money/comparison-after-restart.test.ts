import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
const AMOUNT = 130_000_000n;

const MINUTE_MS = 60_000;
const FINAL = 66;

let chains: TestChains;
let proxies: ChaosProxy[];
beforeAll(async () => {
  chains = await startTestChains({ keptStates: 5_000 });
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  proxies = await Promise.all([upstream, upstream, upstream].map((url) => startChaosProxy(url, url)));
});
afterEach(() => {
  for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await chains.stop();
});
const refused = { result: undefined, error: { code: -32005, message: 'rate limit exceeded' } };

async function open(sources: number, location?: string, clock?: { now: number }, startBlock?: bigint) {
  const place = location === undefined ? await sqlitePlace() : null;
  if (startBlock === undefined) await chains.mine(CHAIN, 1);
  const first = startBlock ?? (await chains.client(CHAIN).getBlockNumber()) + 1n;
  const rpcUrls = proxies.slice(0, sources).map(({ url }) => url);
  const chainEnv = { [CHAIN]: { rpcUrls, quorum: Math.min(2, sources), startBlock: first } };
  const at = location ?? place?.location ?? '';
  const stack = await openStack({ chains, location: at, chainEnv, ...(clock === undefined ? {} : { clock }) });
  return { stack, place, first, at };
}
/** Refuses everything that shows what arrived in a block. */
function _refuseAmounts(count: number) {
  for (const proxy of proxies) {
    proxy.change = ({ method }, answer) => {
      if (
        method === 'eth_call' ||
        method === 'eth_getLogs' ||
        method === 'eth_getBalance' ||
        method === 'eth_getStorageAt' ||
        method === 'eth_getCode'
      )
        Object.assign(answer, refused);
    };
  }
  return count;
}
const calm = () => {
  for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
};

test.each([false, true])(
  'a payment that a lagging log index hid is found after a restart, also if the first balance is refused once: %s (S24)',
  async (isRefused) => {
    const one = await open(1);
    const client = chains.client(CHAIN);
    await chains.mine(CHAIN, FINAL);
    for (let pass = 0; pass < 3; pass += 1) {
      one.stack.tick(MINUTE_MS);
      await one.stack.pass([CHAIN]);
    }
    const wallet = await fundedWallet(client, [[USDC, AMOUNT]]);
    await payToken(client, wallet, USDC, AMOUNT);
    await chains.mine(CHAIN, 2);
    for (const proxy of proxies)
      proxy.change = ({ method }, answer) => {
        if (method === 'eth_getLogs') answer.result = [];
      };
    await one.stack.pass([CHAIN]);
    calm();
    await one.stack.close();
    await chains.mine(CHAIN, FINAL + 30);
    const two = await open(1, one.at, one.stack.clock, one.first);
    let refusedTimes = 0;
    for (const proxy of proxies)
      proxy.change = ({ method, params }, answer) => {
        const call = JSON.stringify(params);
        if (method !== 'eth_call' || !call.includes('70a08231')) return;
        if (!isRefused || refusedTimes > 0 || !call.toLowerCase().includes(USDC.slice(2).toLowerCase())) return;
        refusedTimes += 1;
        Object.assign(answer, refused);
      };
    for (let pass = 0; pass < 8; pass += 1) {
      two.stack.tick(MINUTE_MS);
      await two.stack.pass([CHAIN]).catch(() => undefined);
    }
    const rows = await two.stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
    const alarms = await two.stack.context.db.selectFrom('alarms').select(['kind', 'detail', 'subject']).execute();
    await two.stack.close();
    await one.place?.drop();
    expect({ rows, alarms }).toEqual({ rows: [{ status: 'credited', reason: null }], alarms: [] });
  },
);
