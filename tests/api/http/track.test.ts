import { expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { downChain, emptyChain, openHttpApp } from '#tests/support/http-app.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

/** An empty chain that counts the requests for a transaction, and may keep its caller waiting. */
function counting(wait: () => Promise<void> = async () => undefined) {
  const asked: string[] = [];
  const source = (chainId: ChainId): RpcReader => ({
    request: async (call) => {
      if (call.method === 'eth_getTransactionByHash') {
        asked.push(`${chainId} ${call.params[0]}`);
        await wait();
      }
      return emptyChain(chainId).request(call);
    },
  });
  return { asked, source };
}

test('an unknown hash is looked for on all three chains, once for all callers within seconds', async () => {
  const { asked, source } = counting();
  const { app, clock } = await openHttpApp({ source });
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject(`/api/track/${hash(1)}`)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(answers[0]?.json()).toMatchObject({
    recorded: false,
    status: 'unknown',
    reason: 'not-found',
    pollSeconds: 10,
  });
  expect(asked.sort()).toEqual(CHAIN_IDS.map((chainId) => `${chainId} ${hash(1)}`).sort());
  const same = await app.inject({
    url: `/api/track/${hash(1)}`,
    headers: { 'if-none-match': String(answers[0]?.headers.etag) },
  });
  expect([same.statusCode, same.body]).toEqual([304, '']);
  expect(answers[0]?.headers['cache-control']).toBe('private, no-cache');
  clock.now += 5_001;
  await app.inject(`/api/track/${hash(1)}?chainId=56`);
  expect(asked.slice(3)).toEqual([`56 ${hash(1)}`]);
});

test('of a refunded payment it states the amount still due, and the amount paid with its transaction', async () => {
  const { app, context, clock } = await openHttpApp({});
  const payer = `0x${'1'.repeat(40)}`;
  const { id } = await storeConfirming(context.db, payer, 50_000_000n, clock.now);
  await context.db
    .updateTable('payments')
    .set({ status: 'refund-due', reason: 'over-sold', final: 1n })
    .where('id', '=', id)
    .execute();
  for (const [sequence, usd_micro, status, refund_hash] of [
    [1n, '30000000', 'paid', hash(7)],
    [2n, '20000000', 'due', null],
  ] as const)
    await context.db
      .insertInto('refunds')
      .values({ payment_id: id, sequence, usd_micro, reason: 'over-sold', status, refund_hash, created_at: 0n })
      .execute();
  const { transaction_hash: paid } = await context.db
    .selectFrom('payments')
    .select('transaction_hash')
    .executeTakeFirstOrThrow();
  const { status, payments } = (await app.inject(`/api/track/${paid}`)).json();
  expect([status, payments[0].refundUsd, payments[0].refundsPaid]).toEqual([
    'refund-due',
    '20',
    [{ usd: '30', transactionHash: hash(7) }],
  ]);
});

test('look-ups are limited by address, known answers are not', async () => {
  const { app } = await openHttpApp({ env: { RATE_LIMIT_PURCHASES: '5' } });
  const statuses: number[] = [];
  for (let number = 0; number < 7; number += 1)
    statuses.push((await app.inject(`/api/track/${hash(number)}`)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await app.inject(`/api/track/${hash(0)}`)).statusCode).toBe(200);
  expect((await app.inject({ url: `/api/track/${hash(9)}`, remoteAddress: '10.0.0.2' })).statusCode).toBe(200);
});

test('no more than sixteen look-ups at once: the rest are told to retry, and the chains are not flooded', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { asked, source } = counting(() => held);
  const { app } = await openHttpApp({ source, env: { CHAIN_CALLS_A_MINUTE: '1000000' } });
  let answered = 0;
  const lookUp = async (number: number) => {
    const answer = await app.inject(`/api/track/${hash(number)}`);
    answered += 1;
    return answer;
  };
  const all = Promise.all(Array.from({ length: 40 }, (_, number) => lookUp(number)));
  await expect.poll(() => ({ asked: asked.length, answered })).toEqual({ asked: 16 * 3, answered: 24 });
  release();
  const answers = await all;
  const busy = answers.filter(({ statusCode }) => statusCode === 503);
  expect(busy).toHaveLength(24);
  expect(busy[0]?.json().code).toBe('overloaded');
  expect(Number(busy[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(asked).toHaveLength(16 * 3);
});

test('a chain that cannot be read is named: not found means not found everywhere', async () => {
  const { app } = await openHttpApp({ source: (chainId) => (chainId === 56 ? downChain() : emptyChain(chainId)) });
  expect((await app.inject(`/api/track/${hash(1)}`)).json()).toMatchObject({
    status: 'unknown',
    reason: 'chain-unreachable',
    chains: [
      { chainId: 1, answer: 'missing' },
      { chainId: 56, answer: 'unreachable' },
      { chainId: 137, answer: 'missing' },
    ],
  });
});

test.each([
  [`/api/track/${hash(1).slice(0, 65)}`, 'invalid_transaction_hash'],
  [`/api/track/${hash(1)}?chainId=2`, 'invalid_request'],
  ['/api/track/wallet/0x12', 'invalid_wallet_address'],
])('%s is refused as %s', async (url, code) => {
  const { app } = await openHttpApp({});
  const answer = await app.inject(url);
  expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
});
