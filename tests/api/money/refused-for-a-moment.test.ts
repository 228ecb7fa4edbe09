import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { fundedWallet, newWallet, payCoin, payToken, submit, submitTogether } from '#tests/support/pay.ts';
import type { ChaosProxy } from '#tests/support/rpc-chaos.ts';
import { AMOUNT, COINS, FINAL, MINUTE_MS, threeSources, USDC } from '#tests/support/three-sources.ts';

// A balance of some hundred blocks ago can be read.
const { client, calm, mine, open, proxies, refuseOnce, safe } = threeSources({ keptStates: 5_000 });

test.each([
  ['a plain account', 1],
  ['a plain account', 3],
  ['a Safe', 1],
  ['a Safe', 3],
] as const)(
  'a coin payment that is refused for a moment, by a limit of the rate, is not delayed (S24): of %s, sources: %i',
  async (kind, sources) => {
    const server = await open(sources);
    const payer = await safe();
    const wallet = kind === 'a Safe' ? payer.address : await fundedWallet(client());
    const others = await Promise.all(Array.from({ length: 5 }, () => fundedWallet(client())));
    const call = (from: string, value: bigint) => ({ from, to: value === 0n ? from : PRESALE, value, gas: 100_000n });
    await server.pass();
    await client().setAutomine(false);
    const hash = await (kind === 'a Safe'
      ? payer.submit({ to: PRESALE, value: COINS })
      : submit(client(), call(wallet, COINS)));
    await submitTogether(
      client(),
      others.map((from) => call(from, 0n)),
    );
    refuseOnce(
      ({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true,
      ({ method, params }) => method === 'eth_getTransactionByHash' && params[0] === hash,
    );
    await server.look();
    await mine(6);
    await server.look(5);
    await server.expectCredited();
    expect((await server.balance(wallet)).availableToStake).not.toBe('0');
  },
);

test.each([false, true])(
  'a payment that a lagging log index hid is found after a restart, also if the first balance is refused once: %s (S24)',
  async (isRefused) => {
    const earlier = await open(1);
    await mine(FINAL);
    await earlier.pass(3, MINUTE_MS);
    await payToken(client(), newWallet(), USDC, AMOUNT);
    await mine(2);
    for (const proxy of proxies)
      proxy.change = ({ method }, answer) => {
        if (method === 'eth_getLogs') answer.result = [];
      };
    await earlier.pass();
    calm();
    await earlier.close();
    await mine(FINAL + 30);
    const server = await open(1, { earlier });
    const isFirst = (call: string) => call.includes('70a08231') && call.includes(USDC.slice(2).toLowerCase());
    if (isRefused) refuseOnce(({ params }) => isFirst(JSON.stringify(params).toLowerCase()));
    await server.look(7, MINUTE_MS);
    await server.expectCredited();
    expect(await server.alarms()).toEqual([]);
  },
);

test('blocks are read on, a few in each pass, by sources of which one is silent and another takes two seconds (S22)', async () => {
  const server = await open(3);
  await mine(1);
  await server.pass();
  await payCoin(client(), newWallet(), COINS);
  await mine(6);
  const cursor = server.context.db.selectFrom('chain_cursors').select('block_number').where('chain_id', '=', 137n);
  const before = await cursor.executeTakeFirstOrThrow();
  const [silent, slow] = proxies as [ChaosProxy, ChaosProxy];
  silent.fault = 'down';
  // Those of the head and of the cursor, which come first.
  let slowCalls = 7;
  slow.delayMs = 2_100;
  slow.change = () => {
    slowCalls -= 1;
    if (slowCalls === 0) slow.delayMs = 0;
  };
  // A single one: what it has learned makes the next one begin sooner.
  await server.look();
  expect(await cursor.executeTakeFirstOrThrow()).not.toEqual(before);
});
