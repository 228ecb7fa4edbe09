import { encodeFunctionData, parseEther, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { SAFE_ABI } from '#src/chain/safe-transaction.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { fundedWallet, mined, newWallet, payCoin, payToken, submit } from '#tests/support/pay.ts';
import { payTokenUnnamed } from '#tests/support/pay-many.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import type { ChaosProxy } from '#tests/support/rpc-chaos.ts';
import {
  AMOUNT,
  CHAIN,
  COINS,
  FINAL,
  MINUTE_MS,
  PROOF,
  type Server,
  threeSources,
  USDC,
} from '#tests/support/three-sources.ts';

const { client, calm, goDown, mine, open, proxies, refuse, refuseOnce, safe } = threeSources();

/** What shows the amounts that arrived in a block. */
const AMOUNTS = ['eth_call', 'eth_getLogs', 'eth_getBalance', ...PROOF];
const refuseAmountsOnce = async ({ look }: Server) => {
  refuse(...AMOUNTS);
  await look();
  calm();
};
const payTokens = async () => payToken(client(), newWallet(), USDC, AMOUNT);
/** Submits coins that a contract passes on. */
const passOn = async (receiver: string, value = parseEther('1')) => {
  const wallet = await fundedWallet(client());
  const { address: to, data } = await placeContract(client(), 'Forwarder');
  const call = { from: wallet, to, value, data: data('forward', receiver) };
  return { wallet, submit: () => submit(client(), call) };
};
const NONE = [0n, 0n, 0n, zeroAddress, zeroAddress, '0x'] as const;
const CLAIM = encodeFunctionData({ abi: SAFE_ABI, args: [PRESALE, COINS, '0x', 0, ...NONE] });
/** Submits a claim to have paid like a Safe. */
const claim = async () => {
  const wallet = await fundedWallet(client());
  const { address: to } = await placeContract(client(), 'LoudFallback');
  return { wallet, submit: () => submit(client(), { from: wallet, to, data: CLAIM, gas: 300_000n }) };
};

test.each(['down', 'nothing'] as const)(
  'a payment of which the amount is refused once before an outage (%s) and once after it is credited (S24)',
  async (outage) => {
    const server = await open(1);
    await server.pass();
    await payTokens();
    await server.pass();
    await mine(6);
    await refuseAmountsOnce(server);
    if (outage === 'down') {
      goDown();
      await server.look(5, 3 * MINUTE_MS);
    } else server.tick(15 * MINUTE_MS);
    calm();
    await refuseAmountsOnce(server);
    await server.expectCredited();
  },
);

test('a pause of ten minutes between two looks at a ready payment rings no alarm (S24)', async () => {
  const server = await open(1);
  await server.pass();
  await payTokens();
  await server.pass();
  await mine(90);
  server.tick(3 * MINUTE_MS);
  await refuseAmountsOnce(server);
  goDown();
  await server.look(1, 10 * MINUTE_MS);
  calm();
  await refuseAmountsOnce(server);
  expect(await server.alarms()).toEqual([]);
  await server.expectCredited();
});

/** Has the sources disagree about a transaction for a look. */
const disagree = async ({ look }: Server, hash: string) => {
  const [, behind, down] = proxies as [ChaosProxy, ChaosProxy, ChaosProxy];
  down.fault = 'down';
  behind.change = ({ method, params }, answer) => {
    if (method === 'eth_getTransactionReceipt' && params[0] === hash) answer.result = null;
  };
  await look();
  calm();
};

test.each([
  ['an hour without a server', (server: Server) => Promise.resolve(server.tick(65 * MINUTE_MS))],
  [
    'an hour of refusals',
    async (server: Server) => {
      refuse('eth_getTransactionReceipt');
      await server.look(22, 3 * MINUTE_MS);
      calm();
    },
  ],
  [
    'an hour of outages with such moments between them',
    async (server: Server, hash: string) => {
      for (let outage = 0; outage < 8; outage += 1) {
        goDown();
        await server.look(1, 9 * MINUTE_MS);
        calm();
        await disagree(server, hash);
      }
    },
  ],
])(
  'sources that disagree for a moment before %s and for a moment after it leave a payment to nobody (S6)',
  async (_, wait) => {
    const server = await open(3);
    await server.pass();
    const wallet = newWallet();
    const hash = await payCoin(client(), wallet, COINS);
    await server.pass();
    await mine(6);
    await disagree(server, hash);
    await wait(server, hash);
    await disagree(server, hash);
    await server.expectCredited();
    expect((await server.balance(wallet)).availableToStake).not.toBe('0');
  },
);

test('a ready payment that is refused after a moment of dispute rings the alarm of payments that wait (S24)', async () => {
  const server = await open(3);
  await server.pass();
  const hash = await payCoin(client(), newWallet(), COINS);
  await server.pass();
  await mine(90);
  server.tick(3 * MINUTE_MS);
  await disagree(server, hash);
  refuse('eth_getTransactionReceipt');
  await server.look(4, MINUTE_MS);
  expect(await server.alarms()).toMatchObject([{ kind: 'chain-unreachable', subject: `${CHAIN}/payments` }]);
  calm();
  await server.expectCredited();
});

test('a payment that a lagging log index hides right after an outage longer than states are kept is found (S24)', async () => {
  const earlier = await open(1);
  await mine(FINAL);
  await earlier.pass(3, MINUTE_MS);
  await earlier.close();
  // The chain program keeps the states of 128 blocks.
  await mine(300);
  const server = await open(1, { earlier });
  await server.look(2, MINUTE_MS);
  await payTokenUnnamed(client(), newWallet(), USDC, AMOUNT);
  await mine(2);
  for (const proxy of proxies)
    proxy.change = ({ method }, answer) => {
      if (method === 'eth_getLogs') answer.result = [];
    };
  await server.look(1, MINUTE_MS);
  calm();
  await mine(FINAL);
  await server.look(12, MINUTE_MS);
  await server.expectCredited();
});

test('the hash of a Safe posted during an outage rings no alarm although its proof is refused once (S24)', async () => {
  const server = await open(1);
  await server.pass();
  const payer = await safe();
  goDown();
  const hash = await payer.execute({ to: PRESALE, value: COINS });
  await server.post(payer.address, hash, { chainId: CHAIN });
  await server.look(1, 12 * MINUTE_MS);
  calm();
  await mine(6);
  refuse(...PROOF);
  const { reason } = await server.post(payer.address, hash, { chainId: CHAIN });
  calm();
  await server.look(4);
  await server.expectCredited();
  expect({ alarms: await server.alarms(), reason }).toEqual({ alarms: [], reason: null });
});

test('coins of a Safe are nobody else in review, though a call of its block is posted right after an outage (S24)', async () => {
  const server = await open(1);
  await server.pass();
  const payer = await safe();
  const call = await passOn(newWallet(), 1n);
  goDown();
  await client().setAutomine(false);
  const hash = await call.submit();
  await payer.submit({ to: PRESALE, value: COINS });
  await mine(1);
  await client().setAutomine(true);
  await mined(client(), hash);
  await mine(6);
  await server.post(call.wallet, hash, { chainId: CHAIN });
  await server.look(1, 12 * MINUTE_MS);
  calm();
  const { reason } = await server.post(call.wallet, hash, { chainId: CHAIN });
  expect(reason).toBe(null);
  await server.look(6);
  await server.expectCredited();
  await server.expectTold(call.wallet, hash, 'wrong-recipient');
  expect(await server.alarms()).not.toContainEqual(expect.objectContaining({ kind: 'payment-needs-review' }));
});

test.each([
  ['coins whose balances no source has any more', () => passOn(PRESALE), ['eth_getBalance'], 'amount-unverifiable'],
  ['a contract whose code no source tells', claim, PROOF, 'wrong-recipient'],
] as const)(
  'a posted hash of %s is told after ten minutes, whatever of its block others post meanwhile (S24)',
  async (_, prepare, refused, reason) => {
    const server = await open(1);
    await server.pass();
    const call = await prepare();
    const other = await fundedWallet(client());
    await client().setAutomine(false);
    const hash = await call.submit();
    const plain = await submit(client(), { from: other, to: newWallet(), value: 1n });
    await mine(1);
    await client().setAutomine(true);
    await mined(client(), plain);
    await mine(6);
    refuse(...refused);
    for (let minute = 0; minute < 14; minute += 1) {
      await server.post(call.wallet, hash, { chainId: CHAIN });
      await server.post(newWallet(), plain, { chainId: CHAIN });
      await server.look(1, MINUTE_MS);
    }
    expect((await server.post(call.wallet, hash, { chainId: CHAIN })).reason).toBe(reason);
  },
);

const RECEIVERS = [
  ['to somebody else', newWallet(), 'wrong-recipient'],
  ['to us', PRESALE, 'internal-transfer'],
] as const;

test.each(RECEIVERS)(
  'a hash posted during an outage is told right although a balance is refused once (S24): %s',
  async (_, receiver, reason) => {
    const server = await open(1);
    await server.pass();
    const call = await passOn(receiver);
    goDown();
    const hash = await call.submit();
    await mined(client(), hash);
    await server.post(call.wallet, hash, { chainId: CHAIN });
    await server.look(1, 12 * MINUTE_MS);
    calm();
    await mine(6);
    const refusals = refuseOnce(({ method }) => method === 'eth_getBalance');
    await server.look(3, MINUTE_MS);
    await server.expectTold(call.wallet, hash, reason);
    expect(refusals()).toBe(1);
  },
);

test.each(RECEIVERS)(
  'a posted hash that was long in the mempool is told right although a balance is refused once (S24): %s',
  async (_, receiver, reason) => {
    const server = await open(1);
    await server.pass();
    const call = await passOn(receiver);
    await client().setAutomine(false);
    const hash = await call.submit();
    await server.post(call.wallet, hash, { chainId: CHAIN });
    server.tick(11 * MINUTE_MS);
    await client().setNextBlockTimestamp({ timestamp: BigInt(Math.floor(server.clock.now / 1_000)) });
    await mine(1);
    await client().setAutomine(true);
    await mined(client(), hash);
    refuseOnce(({ method }) => method === 'eth_getBalance');
    await server.look(3, MINUTE_MS);
    await server.expectTold(call.wallet, hash, reason);
  },
);
