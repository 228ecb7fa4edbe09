import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import {
  fund,
  fundedWallet,
  minedReceipt,
  newWallet,
  payCoin,
  send,
  submit,
  submitTogether,
  transferData,
} from '#tests/support/pay.ts';
import { batchOf, payTokenUnnamed, unnamedOf } from '#tests/support/pay-many.ts';
import type { RpcCall } from '#tests/support/rpc-chaos/forge-answer.ts';
import type { ChaosProxy } from '#tests/support/rpc-chaos.ts';
import {
  AMOUNT,
  CHAIN,
  COINS,
  FINAL,
  MINUTE_MS,
  type Server,
  threeSources,
  USDC,
} from '#tests/support/three-sources.ts';

// A balance of some hundred blocks ago can be read.
const { client, calm, mine, open, proxies, refuseIf, refuseOnce, safe } = threeSources({ keptStates: 5_000 });

const isOfCoins = ({ method }: RpcCall) => method === 'eth_getBalance';
const isOfTokens = ({ params }: RpcCall) => {
  const call = JSON.stringify(params).toLowerCase();
  return call.includes('70a08231') && call.includes(USDC.slice(2).toLowerCase());
};
/** Of the calls of a kind, the one that comes in this place. */
const inPlace = (place: number, isIts: (call: RpcCall) => boolean) => {
  let asked = 0;
  return (call: RpcCall) => {
    if (isIts(call)) asked += 1;
    return isIts(call) && asked === place;
  };
};
const hideLogs = () => {
  for (const proxy of proxies)
    proxy.change = ({ method }, answer) => {
      if (method === 'eth_getLogs') answer.result = [];
    };
};
/** Pays in tokens in a block of which the log index lags behind, so that the scan misses it. */
const payHidden = async (server: Server) => {
  await payTokenUnnamed(client(), newWallet(), USDC, AMOUNT);
  await mine(2);
  hideLogs();
  await server.pass();
  calm();
};

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
    await payHidden(earlier);
    await earlier.close();
    await mine(FINAL + 30);
    const server = await open(1, { earlier });
    if (isRefused) refuseOnce(isOfTokens);
    await server.look(7, MINUTE_MS);
    await server.expectCredited();
    expect(await server.alarms()).toEqual([]);
  },
);

test('a payment that a lagging log index hid is found, though a balance is refused right before a restart (S24)', async () => {
  const earlier = await open(1);
  await mine(FINAL);
  await earlier.pass(3, MINUTE_MS);
  await payHidden(earlier);
  await mine(FINAL);
  // Not that of the last block, but one of the search: coins are compared on meanwhile.
  const refusals = refuseOnce(inPlace(2, isOfTokens));
  await earlier.look(1, MINUTE_MS);
  expect(refusals()).toBe(1);
  calm();
  await earlier.close();
  const server = await open(1, { earlier });
  await server.look(7, MINUTE_MS);
  await server.expectCredited();
  expect(await server.alarms()).toEqual([]);
});

test('a payment that a lagging log index hid is credited once it is final, not after all calls that cost gas alone (S24)', async () => {
  const server = await open(1);
  await mine(FINAL);
  await server.pass(3, MINUTE_MS);
  const [wallet, crowd] = [await fundedWallet(client(), [[USDC, AMOUNT]]), await fundedWallet(client())];
  // They name the presale address, and so may pay, as far as their block shows.
  const calls = Array.from({ length: 400 }, (_, nonce) => ({
    from: crowd,
    to: crowd,
    data: PRESALE,
    gas: 30_000n,
    nonce,
  }));
  await submitTogether(client(), calls);
  await submitTogether(client(), [{ from: wallet, to: USDC, data: transferData(AMOUNT), gas: 100_000n }]);
  hideLogs();
  // So that a pass reads some forty of them.
  for (const proxy of proxies) proxy.delayMs = 100;
  await server.look();
  for (const proxy of proxies) proxy.change = null;
  await mine(FINAL);
  await server.look(1, MINUTE_MS);
  await server.expectCredited();
  expect(await server.context.db.selectFrom('sightings').select('queue').execute()).not.toEqual([]);
});

test('a payment by a batch in a crowded block that is told in no way at once is credited, and explains its part of the balance (S24)', async () => {
  const server = await open(3);
  await mine(FINAL);
  await server.pass(3, MINUTE_MS);
  const [wallet, other, crowd] = [newWallet(), newWallet(), await fundedWallet(client())];
  const payment = await batchOf(client(), wallet, USDC, AMOUNT);
  const unnamed = await unnamedOf(client(), other, USDC, 1n);
  // More calls of the token than are read one by one.
  const call = { from: crowd, to: USDC, data: transferData(0n, crowd), gas: 60_000n };
  const others = Array.from({ length: 205 }, (_, nonce) => ({ ...call, nonce }));
  const calls = [...others, { from: wallet, ...payment }, { from: other, ...unnamed }];
  const { blockHash } = await minedReceipt(client(), (await submitTogether(client(), calls)).at(-1) ?? '0x');
  refuseIf(({ method, params }) => {
    const asked = JSON.stringify(params);
    return method === 'eth_getBlockReceipts' || (method === 'eth_getLogs' && asked.includes(blockHash));
  });
  await mine(6);
  await server.look(3, MINUTE_MS);
  await server.expectCredited();
  await mine(FINAL);
  await server.look(3, MINUTE_MS);
  const subjects = (await server.alarms()).map((alarm) => (alarm as { subject: string }).subject);
  expect(subjects).toEqual([`${CHAIN}/small`]);
});

test.each([
  ['the first balance', 'a moment', 1, 0],
  ['one of the search', 'an hour', 3, 65 * MINUTE_MS],
] as const)(
  'the same, though %s is refused between two restarts, after %s without a server (S24)',
  async (_, __, refused, pauseMs) => {
    const first = await open(1);
    await mine(FINAL);
    await first.pass(3, MINUTE_MS);
    await payHidden(first);
    await first.close();
    await mine(FINAL);
    first.tick(pauseMs);
    const second = await open(1, { earlier: first });
    const refusals = refuseOnce(inPlace(refused, isOfTokens));
    await second.look(1, MINUTE_MS);
    expect(refusals()).toBe(1);
    calm();
    await second.close();
    const third = await open(1, { earlier: second });
    await third.look(7, MINUTE_MS);
    await third.expectCredited();
    expect(await third.alarms()).toEqual([]);
  },
);

test('a payment of the first blocks that a lagging log index hid is found, though the first balance is refused once (S24)', async () => {
  const server = await open(1);
  await server.pass();
  await payHidden(server);
  await mine(FINAL);
  const refusals = refuseOnce(isOfCoins);
  await server.look(7, MINUTE_MS);
  expect(refusals()).toBe(1);
  await server.expectCredited();
});

const withoutServer = async (server: Server) => server.tick(65 * MINUTE_MS);
const withoutFinalBlock = async (server: Server) => {
  const { number } = await client().getBlock({ blockTag: 'finalized' });
  for (const proxy of proxies)
    proxy.change = ({ params }, answer) => {
      if (params[0] === 'finalized') Object.assign(answer.result as object, { number: `0x${number.toString(16)}` });
    };
  await server.look(13, 5 * MINUTE_MS);
  calm();
};
const inCoins = () => ({ to: newWallet(), value: 3n * 10n ** 18n });
const inTokens = () => ({ to: USDC, data: transferData(AMOUNT, newWallet()) });

test.each([
  ['coins', 'a server', isOfCoins, inCoins, withoutServer],
  ['tokens', 'a server', isOfTokens, inTokens, withoutServer],
  ['coins', 'a final block', isOfCoins, inCoins, withoutFinalBlock],
] as const)(
  'what the operator withdraws in %s in an hour without %s is no unexplained balance, though one is refused once (S24)',
  async (_, __, isBalance, withdrawal, wait) => {
    await fund(client(), PRESALE, [[USDC, AMOUNT]]);
    await mine(FINAL);
    const server = await open(1);
    await mine(FINAL);
    await server.pass(4, MINUTE_MS);
    await wait(server);
    await mine(5);
    await send(client(), { from: PRESALE, ...withdrawal() });
    await mine(FINAL);
    // The first one that a comparison reads is that of the last block.
    const refusals = refuseOnce(inPlace(2, isBalance));
    await server.look(6, MINUTE_MS);
    expect(refusals()).toBe(1);
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
