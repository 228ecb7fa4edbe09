import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import {
  type Call,
  fundedWallet,
  newWallet,
  payCoin,
  submitTogether,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
/** 130 dollars. */
const AMOUNT = 130_000_000n;
const COINS = 1_000n * 10n ** 18n;
const MINUTE_MS = 60_000;
/** More than a chain needs to make a block final. */
const FINAL = 66;
const BLOCKS = 20;

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

async function open(sources: number) {
  const place = await sqlitePlace();
  await chains.mine(CHAIN, 1);
  const startBlock = (await chains.client(CHAIN).getBlockNumber()) + 1n;
  const rpcUrls = proxies.slice(0, sources).map(({ url }) => url);
  const chainEnv = { [CHAIN]: { rpcUrls, quorum: Math.min(2, sources), startBlock } };
  const stack = await openStack({ chains, location: place.location, chainEnv });
  await stack.pass([CHAIN]);
  return {
    stack,
    close: async () => {
      for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
      await stack.close();
      await place.drop();
    },
  };
}

const inCoins = (from: string): Call => ({ from, to: PRESALE, value: COINS, gas: 100_000n });
const inTokens = (from: string): Call => ({ from, to: USDC, data: transferData(AMOUNT), gas: 100_000n });

test.each([
  ['coins', 1, 50, inCoins],
  ['coins', 3, 50, inCoins],
  ['tokens', 1, 50, inTokens],
] as const)(
  'what was paid in %s meanwhile is no unexplained balance, by %i sources of %i calls a pass (S24)',
  async (_, sources, calls, pay) => {
    const client = chains.client(CHAIN);
    const { stack, close } = await open(sources);
    await chains.mine(CHAIN, FINAL);
    for (let pass = 0; pass < 3; pass += 1) {
      stack.tick(MINUTE_MS);
      await stack.pass([CHAIN]);
    }
    stack.tick(65 * MINUTE_MS);
    for (let block = 0; block < BLOCKS; block += 1) {
      const wallets = await Promise.all(Array.from({ length: 3 }, () => fundedWallet(client, [[USDC, AMOUNT]])));
      await submitTogether(client, wallets.map(pay));
    }
    await chains.mine(CHAIN, FINAL);
    for (const proxy of proxies.slice(0, sources)) {
      let [pass, left] = [0, 0];
      proxy.change = (_call, answer) => {
        if (stack.clock.now !== pass) [pass, left] = [stack.clock.now, calls];
        left -= 1;
        const error = { code: -32005, message: 'rate limit exceeded' };
        if (left < 0) Object.assign(answer, { result: undefined, error });
      };
    }
    const isCredited = async () => {
      const rows = await stack.context.db.selectFrom('payments').select('status').execute();
      return rows.filter(({ status }) => status === 'credited').length === 3 * BLOCKS;
    };
    let passes = 0;
    // Busy sources take more of them.
    for (; passes < 24 || (passes < 100 && !(await isCredited())); passes += 1)
      await stack.pass([CHAIN]).catch(() => undefined);
    const alarms = await stack.context.db.selectFrom('alarms').select(['kind', 'detail']).execute();
    const isDone = await isCredited();
    await close();
    expect(isDone).toBe(true);
    expect(alarms).toEqual([]);
  },
);

test('sources that disagree for a moment before it and for a moment after it leave a payment to nobody (S6)', async () => {
  const { stack, close } = await open(3);
  const wallet = newWallet();
  const hash = await payCoin(chains.client(CHAIN), wallet, COINS);
  await stack.pass([CHAIN]);
  await chains.mine(CHAIN, 6);
  const [, behind, down] = proxies as [ChaosProxy, ChaosProxy, ChaosProxy];
  const disagree = async () => {
    down.fault = 'down';
    behind.change = ({ method, params }, answer) => {
      if (method === 'eth_getTransactionReceipt' && params[0] === hash) Object.assign(answer, { result: null });
    };
    await stack.pass([CHAIN]).catch(() => undefined);
    down.fault = null;
    behind.change = null;
  };
  await disagree();
  stack.tick(65 * MINUTE_MS);
  await disagree();
  await stack.pass([CHAIN]);
  const { availableToStake } = await stack.balance(wallet);
  await close();
  expect(availableToStake).not.toBe('0');
});
