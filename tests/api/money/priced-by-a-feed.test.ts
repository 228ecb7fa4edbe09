import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isBelowMinimum } from '#src/config/holding-terms.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { TOKENS, type Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { usdValue } from '#src/lib/money/quote.ts';
import { paymentAnswer } from '#src/server/money/payments/answer/payment-answer.ts';
import { arrivedWorth, DUST_QUEUE, paymentWorth, QUEUES, queueOf } from '#src/server/money/payments/verify/worth.ts';
import { coinPriceAt } from '#src/server/money/sale/coin-price.ts';
import { stockFrom } from '#src/server/money/sale/sale-state.ts';
import { stockOnItsWay } from '#src/server/money/sale/stock-on-its-way.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const PRICE_E8 = 260_000_000_000n;
const ONE = 10n ** 18n;
/** Ether as a token: its contract does not make it a dollar. */
const WRAPPED = { ...TOKENS[0], symbol: 'WETH', address: `0x${'e7'.repeat(20)}` } as unknown as Token;

let http: HttpApp;
beforeAll(() => void (TOKENS as unknown as object[]).push(WRAPPED));
afterAll(() => void (TOKENS as unknown as object[]).pop());
beforeEach(async () => {
  http = await openHttpApp();
  const at = BigInt(http.clock.now);
  const round = { round_id: '7', round_at: at / 1000n, read_at: at - 61_000n };
  await http.context.db
    .insertInto('feed_prices')
    .values({ chain_id: 1n, price_e8: PRICE_E8, ...round })
    .execute();
});

/** A payment of one such token that waits for its credit. */
async function storeOne() {
  const { db } = http.context;
  const { id } = await storeConfirming(db, WALLET, ONE, http.clock.now);
  const token = { token_symbol: WRAPPED.symbol, token_address: WRAPPED.address };
  return db.updateTable('payments').set(token).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

test('a token that a feed prices is credited at the round in force at its block', async () => {
  const time = BigInt(http.clock.now) / 1000n;
  vi.spyOn(chainOf(http.context, 1), 'roundInForce').mockResolvedValue({
    ...{ roundId: 7n, answer: PRICE_E8, updatedAt: time, previousAnswer: null },
  });
  const block = { number: 1n, hash: `0x${'1'.repeat(64)}` as const, time };
  expect(await coinPriceAt(http.context, WRAPPED, block)).toEqual({ priceE8: PRICE_E8, round: '7' });
});

test('it is worth the price of the coin to whoever orders payments, counts what arrived and answers', async () => {
  const { db } = http.context;
  const row = await storeOne();
  expect(await paymentWorth(db, row)).toBe(2_600_000_000n);
  expect(arrivedWorth({ ...row, amount: String(130n * ONE) })).toBe(0n);
  const queue = (amount: bigint, coinE8: bigint | null) => queueOf(1, [{ token: WRAPPED.address, amount }], coinE8);
  expect(queue(ONE / 100n, PRICE_E8)).toBe(QUEUES[1]);
  expect(queue(ONE / 10_000n, PRICE_E8)).toBe(DUST_QUEUE);
  expect(queue(500n * ONE, null)).toBe(QUEUES[2]);
  const stock = await stockFrom(db, 1n);
  expect(await stockOnItsWay(db, stock, () => PRICE_E8)).toBe(200_000n);
  expect(await stockOnItsWay(db, stock, () => null)).toBe(0n);
  expect(await paymentAnswer(http.context, WALLET, row.transaction_hash, null)).toMatchObject({
    ...{ status: 'confirming', paymentMethod: 'WETH', usdAmount: '2600', tokensAllocated: '200000' },
  });
});

test('its smallest purchase is that of a coin, whatever a dollar would buy', () => {
  const isTooSmall = (amount: bigint) => isBelowMinimum(WRAPPED, amount, usdValue(amount, 18, PRICE_E8), 600n);
  const least = toUnits(PURCHASE_LIMITS.minimumNative, 18);
  expect([isTooSmall(least - 1n), isTooSmall(least)]).toEqual([true, false]);
});

test('it is offered only while its feed is known to be the right one, and its price is fresh', async () => {
  const { db } = http.context;
  const block = { block_number: 1n, block_hash: `0x${'0'.repeat(64)}`, head: 1n, finalized: 1n };
  await db
    .insertInto('chain_cursors')
    .values({ chain_id: 1n, ...block, updated_at: BigInt(http.clock.now) })
    .execute();
  const reason = async (contracts: readonly string[]) => {
    chainOf(http.context, 1).noteContracts(new Map(contracts.map((name) => [name, 'ok'])));
    http.clock.now += 1_500;
    const { offers } = (await http.app.inject('/api/presale/pricing')).json<PresalePricing>();
    return offers.find(({ paymentMethod }) => paymentMethod === WRAPPED.symbol)?.reason;
  };
  expect(await reason(['WETH'])).toBe('chain-unreachable');
  expect(await reason(['WETH', 'feed'])).toBe('price-stale');
});
