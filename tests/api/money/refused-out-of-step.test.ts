import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, payCoin, submitTogether } from '#tests/support/pay.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const COINS = 1_000n * 10n ** 18n;

let chains: TestChains;
let proxies: ChaosProxy[];
beforeAll(async () => {
  chains = await startTestChains();
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  proxies = await Promise.all([upstream, upstream].map((url) => startChaosProxy(url, url)));
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await chains.stop();
});

test.each([0, 5])(
  'a block of which both sources lack one transaction stops no scan, also if one of them refuses %i answers at first (S24)',
  async (refusals) => {
    const client = chains.client(CHAIN);
    const place = await sqlitePlace();
    await chains.mine(CHAIN, 1);
    const startBlock = (await client.getBlockNumber()) + 1n;
    const chainEnv = { [CHAIN]: { rpcUrls: proxies.map(({ url }) => url), quorum: 2, startBlock } };
    const stack = await openStack({ chains, location: place.location, chainEnv });
    await stack.pass([CHAIN]);
    // A block of a few transactions, none of which is ours.
    const others = await Promise.all(Array.from({ length: 5 }, () => fundedWallet(client)));
    await client.setAutomine(false);
    const hashes = await submitTogether(
      client,
      others.map((from) => ({ from, to: from, value: 0n, gas: 100_000n })),
    );
    await chains.mine(CHAIN, 1);
    await client.setAutomine(true);
    const [untold] = hashes;
    const { blockNumber: crowded } = await client.getTransactionReceipt({ hash: untold as `0x${string}` });
    const missed = new Set<string>(hashes.slice(0, refusals));
    for (const [index, proxy] of proxies.entries())
      proxy.change = ({ method, params }, answer) => {
        const refuse = () =>
          Object.assign(answer, { result: undefined, error: { code: -32008, message: 'response is too big' } });
        const isCrowded = params[0] === `0x${crowded.toString(16)}`;
        if (method === 'eth_getBlockByNumber' && isCrowded && params[1] === true) refuse();
        // One of them alone, and only for a moment: a limit of its rate.
        if (method === 'eth_getTransactionByHash' && index === 1 && missed.delete(String(params[0]))) refuse();
        if (method === 'eth_getTransactionByHash' && params[0] === untold) answer.result = null;
      };
    const wallet = await fundedWallet(client);
    await payCoin(client, wallet, COINS);
    await chains.mine(CHAIN, 6);
    for (let pass = 0; pass < 16; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
    const { availableToStake } = await stack.balance(wallet);
    for (const proxy of proxies) proxy.change = null;
    await stack.close();
    await place.drop();
    expect(missed.size).toBe(0);
    expect(availableToStake).not.toBe('0');
  },
);
