import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, submit, submitTogether } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { createSafe } from '#tests/support/safe.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const COINS = 1_000n * 10n ** 18n;

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
  [1, 'plain account'],
  [3, 'plain account'],
  [1, 'Safe'],
  [3, 'Safe'],
] as const)(
  '%i sources that refuse a coin payment for a moment, by a limit of their rate, delay nothing (S24): a %s’s',
  async (sources, kind) => {
    const client = chains.client(CHAIN);
    const place = await sqlitePlace();
    await chains.mine(CHAIN, 1);
    const startBlock = (await client.getBlockNumber()) + 1n;
    const used = proxies.slice(0, sources);
    const chainEnv = { [CHAIN]: { rpcUrls: used.map(({ url }) => url), quorum: Math.min(2, sources), startBlock } };
    const stack = await openStack({ chains, location: place.location, chainEnv });
    const safe = await createSafe(client);
    await client.setBalance({ address: safe.address as `0x${string}`, value: 2n * COINS });
    const wallet = kind === 'Safe' ? safe.address : await fundedWallet(client);
    const others = await Promise.all(Array.from({ length: 5 }, () => fundedWallet(client)));
    const call = (from: string, value: bigint) => ({ from, to: value === 0n ? from : PRESALE, value, gas: 100_000n });
    await stack.pass([CHAIN]);
    await client.setAutomine(false);
    const hash =
      kind === 'Safe' ? await safe.submit({ to: PRESALE, value: COINS }) : await submit(client, call(wallet, COINS));
    await submitTogether(
      client,
      others.map((from) => call(from, 0n)),
    );
    for (const proxy of used) {
      let [refusedBlock, refusedPayment] = [false, false];
      proxy.change = ({ method, params }, answer) => {
        const refuse = () =>
          Object.assign(answer, { result: undefined, error: { code: -32005, message: 'rate limit' } });
        if (method === 'eth_getBlockByNumber' && params[1] === true && !refusedBlock) {
          refusedBlock = true;
          refuse();
        }
        if (method === 'eth_getTransactionByHash' && params[0] === hash && !refusedPayment) {
          refusedPayment = true;
          refuse();
        }
      };
    }
    await stack.pass([CHAIN]).catch(() => undefined);
    await chains.mine(CHAIN, 6);
    for (let pass = 0; pass < 6; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
    const { availableToStake } = await stack.balance(wallet);
    for (const proxy of used) proxy.change = null;
    await stack.close();
    await place.drop();
    expect(availableToStake).not.toBe('0');
  },
);
