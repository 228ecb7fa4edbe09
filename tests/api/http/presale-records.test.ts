import { expect, test } from 'vitest';
import { presaleActivityResponseSchema, priceHistoryResponseSchema } from '#src/contract/presale.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { recordPostedHash } from '#src/server/money/payments/submit/posted-hash.ts';
import { START } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const DAY = 86_400_000;
const wallet = (digit: string) => `0x${digit.repeat(40)}`;

onSizedEngines('the presale’s public records', (open) => {
  const http = onceForAll(() => open({ env: { DEBUG_PURCHASES: '1' } }));
  const activity = async () => {
    http.clock.now += 1_001;
    return presaleActivityResponseSchema.strict().parse((await http.app.inject('/api/presale/activity')).json());
  };

  test('the feed is empty while nothing is credited, whatever was posted or invented', async () => {
    const request = { walletAddress: wallet('9'), transactionHash: `0x${'9'.repeat(64)}` };
    await recordPostedHash(http.context.db, request, { debug: true, now: START, lane: 0, postedBy: null });
    expect(await activity()).toEqual({ entries: [] });
  });

  test('credited purchases only, newest first, at most twenty, wallets short and amounts cut', async () => {
    await http.credit(wallet('a'), 4_513n);
    http.clock.now += 60_000;
    await http.credit(wallet('b'), 10n);
    const { entries } = await activity();
    // 4,513 / 0.013 = 347,153.8; 10 / 0.013 = 769.2.
    expect(entries.map((entry) => [entry.wallet, entry.tokens, entry.chainId, entry.paymentMethod])).toEqual([
      ['0xbbbb…bbbb', '769', 1, 'USDC'],
      ['0xaaaa…aaaa', '347000', 1, 'USDC'],
    ]);
    expect(Date.parse(entries[0]?.paidAt ?? '') - Date.parse(entries[1]?.paidAt ?? '')).toBeGreaterThan(59_000);
    for (let more = 0; more < 22; more += 1) await http.credit(wallet('c'), 20n);
    expect((await activity()).entries).toHaveLength(20);
  });

  test('a purchase whose block has no known time is left out, and the others are still shown', async () => {
    const { db } = http.context;
    const row = await db
      .selectFrom('payments')
      .select(['id', 'block_time'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const set = (time: bigint | null) =>
      db.updateTable('payments').set({ block_time: time }).where('id', '=', row.id).execute();
    const shown = (await activity()).entries;
    await set(null);
    expect((await activity()).entries).toEqual(shown.slice(1));
    await set(row.block_time);
    expect((await activity()).entries).toEqual(shown);
  });

  test('a purchase that left the chain leaves the feed', async () => {
    const rows = await http.context.db.selectFrom('payments').select(['id', 'block_hash']).execute();
    for (const { id, block_hash: blockHash } of rows)
      await reverseCredit(http.context, { id, blockHash: blockHash ?? '' }, http.clock.now);
    expect(await activity()).toEqual({ entries: [] });
  });

  test('the price history lists every window and every rise, newest first', async () => {
    const history = async () => {
      http.clock.now += 1_001;
      return priceHistoryResponseSchema.strict().parse((await http.app.inject('/api/presale/price-history')).json());
    };
    const opened = {
      at: new Date(START).toISOString(),
      kind: 'start',
      phase: 1,
      price: '0.013',
      windowNumber: 1,
    };
    expect(await history()).toEqual({ entries: [opened], total: 1 });
    http.clock.now = START + 8 * DAY;
    // Read before anything else: a window that is over is in the history at once.
    const restarted = {
      at: new Date(START + 7 * DAY).toISOString(),
      kind: 'window',
      phase: 1,
      price: '0.013',
      windowNumber: 2,
    };
    expect(await history()).toEqual({ entries: [restarted, opened], total: 2 });
    await http.credit(wallet('e'), 2_560_998n);
    expect((await history()).entries[0]).toMatchObject({ kind: 'phase', phase: 2, price: '0.022', windowNumber: 3 });
  });
});
