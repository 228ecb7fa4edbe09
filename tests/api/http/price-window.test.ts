import { expect, test } from 'vitest';
import type { PresalePricing } from '#src/contract/presale.ts';
import { openHttpApp, START } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const DAY = 86_400_000;
const http = onceForAll(openHttpApp);

async function pricing(): Promise<PresalePricing> {
  const answer = await http.app.inject('/api/presale/pricing');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const left = ({ daysLeft, hoursLeft, minutesLeft, secondsLeft }: PresalePricing) => [
  daysLeft,
  hoursLeft,
  minutesLeft,
  secondsLeft,
];

test('the parts of the countdown come from the server clock', async () => {
  http.clock.now = START + 2 * DAY + 3_600_000 + 62_000;
  expect(left(await pricing())).toEqual([4, 22, 58, 58]);
  http.clock.now = START + 7 * DAY - 1;
  expect(left(await pricing())).toEqual([0, 0, 0, 0]);
});

test('a window that ends without a price change restarts, and that is recorded once', async () => {
  http.clock.now = START + 7 * DAY + 1_000;
  const [one] = await Promise.all([pricing(), pricing(), pricing()]);
  expect(left(one)).toEqual([6, 23, 59, 59]);
  expect(one).toMatchObject({ windowNumber: 2, lastWindow: 'restarted', currentPrice: '0.013', phase: 1 });
  const rows = await http.context.db.selectFrom('price_history').selectAll().orderBy('id').execute();
  expect(rows.map(({ kind, at, reason }) => [kind, Number(at), reason])).toEqual([
    ['start', START, 'sale opened'],
    ['window', START + 7 * DAY, 'window restarted, price unchanged'],
  ]);
});

test('windows that passed while nobody asked are all recorded', async () => {
  http.clock.now = START + 30 * DAY;
  expect(await pricing()).toMatchObject({ windowNumber: 5, daysLeft: 5 });
  const { rows } = await http.context.db
    .selectFrom('price_history')
    .select((select) => select.fn.countAll<bigint>().as('rows'))
    .executeTakeFirstOrThrow();
  expect(rows).toBe(5n);
});

test('a sold phase raises the price, opens a new window and rolls its dust on', async () => {
  // 197,000,000 SYNX at 0.013: two dollars remain, less than the minimum purchase.
  await http.credit(`0x${'a'.repeat(40)}`, 2_560_998n);
  http.clock.now += 1_001;
  const raised = await pricing();
  expect(raised).toMatchObject({ phase: 2, currentPrice: '0.022', nextPhasePrice: '0.033', lastWindow: 'raised' });
  expect(left(raised).slice(0, 2)).toEqual([6, 23]);
  expect(BigInt(raised.tokensRemaining)).toBe(197_000_000n + 197_000_000n - 2_560_998_000_000n / 13_000n);
  expect(BigInt(raised.phaseSupply)).toBe(197_000_000n);
});

test('in the last phase there is no next price, and when it is sold the sale is over', async () => {
  await http.credit(`0x${'b'.repeat(40)}`, 4_334_003n);
  http.clock.now += 1_001;
  expect(await pricing()).toMatchObject({ phase: 3, currentPrice: '0.033', nextPhasePrice: null });
  await http.credit(`0x${'c'.repeat(40)}`, 9_000_000n);
  http.clock.now += 1_001;
  const over = await pricing();
  expect(over).toMatchObject({ saleStatus: 'sold-out', tokensRemaining: '0' });
  expect(over.offers.every(({ offered, reason }) => !offered && reason === 'sale-over')).toBe(true);
});

test('while the books do not balance the sale is paused', async () => {
  const other = await openHttpApp();
  await other.context.db.updateTable('accounts').set({ balance: 1n }).where('kind', '=', 'sale').execute();
  await other.checkLedger();
  const body = (await other.app.inject('/api/presale/pricing')).json() as PresalePricing;
  expect(body.saleStatus).toBe('paused');
  expect(body.offers.every(({ reason }) => reason === 'sale-paused')).toBe(true);
  expect((await other.app.inject('/api/ready')).json()).toMatchObject({ status: 'degraded', ledger: false });
});
