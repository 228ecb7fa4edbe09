import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, mined, newWallet, submit } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 1;
const ELEVEN_MINUTES_MS = 660_000;

let chains: TestChains;
let proxy: ChaosProxy;
beforeAll(async () => {
  chains = await startTestChains();
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  proxy = await startChaosProxy(upstream, upstream);
});
afterAll(async () => {
  await proxy.stop();
  await chains.stop();
});

test.each([
  ['to somebody else', newWallet(), 'wrong-recipient'],
  ['to us', PRESALE, 'internal-transfer'],
] as const)(
  'a posted hash that was long in the mempool is told right although a balance is refused for a moment (S24): %s',
  async (_, receiver, told) => {
    const client = chains.client(CHAIN);
    const place = await sqlitePlace();
    const stack = await openStack({
      chains,
      location: place.location,
      chainEnv: { [CHAIN]: { rpcUrls: [proxy.url] } },
    });
    await stack.pass([CHAIN]);
    const wallet = await fundedWallet(client);
    const forwarder = await placeContract(client, 'Forwarder');
    await client.setAutomine(false);
    const data = forwarder.data('forward', receiver);
    const hash = await submit(client, { from: wallet, to: forwarder.address, value: parseEther('1'), data });
    await stack.post(wallet, hash, { chainId: CHAIN });
    stack.tick(ELEVEN_MINUTES_MS);
    await client.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(stack.clock.now / 1_000)) });
    await chains.mine(CHAIN, 1);
    await client.setAutomine(true);
    await mined(client, hash);
    let isRefused = false;
    proxy.change = ({ method }, answer) => {
      if (method !== 'eth_getBalance' || isRefused) return;
      isRefused = true;
      Object.assign(answer, { result: undefined, error: { code: -32005, message: 'rate limit exceeded' } });
    };
    for (let pass = 0; pass < 4; pass += 1) {
      stack.tick(60_000);
      await stack.pass([CHAIN]);
    }
    const { reason } = await stack.post(wallet, hash, { chainId: CHAIN });
    proxy.change = null;
    await stack.close();
    await place.drop();
    expect(reason).toBe(told);
  },
);
