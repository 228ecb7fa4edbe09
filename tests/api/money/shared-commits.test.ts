import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import type { VerifiedPayment } from '#src/server/platform/context/crediting.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { random } from '#tests/support/random.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const PRICE = { priceE8: STABLE_PRICE_E8, round: null };
/** In 10^-6 USD: all phases cost 2,561,000, 4,334,000 and 3,234,000 USD. */
const PHASE_1 = 2_561_000_000_000n;
const PHASES_1_AND_2 = 6_895_000_000_000n;
const ALL_PHASES = 10_129_000_000_000n;

const walletOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

eachEngine('credits that share a commit', (open) => {
  const apps: HttpApp[] = [];
  const start = async () => {
    const http = await openHttpApp(await open());
    apps.push(http);
    return http;
  };
  let http: HttpApp;
  beforeEach(async () => {
    http = await start();
  });
  afterEach(async () => {
    const broken = await Promise.all(apps.map(({ context }) => faults(context.db)));
    await Promise.all(apps.splice(0).map((app) => app.close()));
    expect(broken.flat()).toEqual([]);
  });

  const store = (app: HttpApp, amounts: readonly bigint[]) =>
    inOrder(amounts, (amount, position) =>
      // Every third payment is by the wallet of the one before it.
      storeConfirming(app.context.db, walletOf(position - (position % 3 === 2 ? 1 : 0)), amount, app.clock.now),
    );
  const credit = ({ context, clock }: HttpApp, { id, blockHash }: VerifiedPayment) =>
    context.creditPayment({ id, blockHash, confirmations: 6n, coin: PRICE, now: clock.now });

  test('are written together, once each and in the order in which they came, however often they are asked for', async () => {
    const payments = await store(
      http,
      Array.from({ length: 60 }, (_, number) => 13_000_000n + BigInt(number)),
    );
    const { version } = await sale(http.context.db);
    const backwards = [...payments].reverse();
    const outcomes = await Promise.all([...backwards, ...payments].map((payment) => credit(http, payment)));
    expect(outcomes).toEqual([...Array(60).fill(true), ...Array(60).fill(false)]);
    // Each commit locks the sale once.
    expect((await sale(http.context.db)).version - version).toBeLessThanOrEqual(2n);
    const ledger = await http.context.db
      .selectFrom('ledger_transfers')
      .innerJoin('payments', 'payments.id', 'ledger_transfers.payment_id')
      .select(['payment_id', 'transaction_hash'])
      .where('kind', '=', 'credit')
      .orderBy('ledger_transfers.id')
      .execute();
    expect(ledger.map((row) => row.payment_id)).toEqual(backwards.map(({ id }) => id));
    const records = await http.context.db
      .selectFrom('records')
      .select('subject')
      .where('kind', '=', 'purchases')
      .orderBy('number')
      .execute();
    expect(records.map(({ subject }) => subject)).toEqual(ledger.map((row) => `1-${row.transaction_hash}-0`));
  });

  test('one that another block holds by now is left alone, and the others are credited', async () => {
    const [first, moved, last] = (await store(http, [13_000_000n, 13_000_000n, 13_000_000n])) as [
      VerifiedPayment,
      VerifiedPayment,
      VerifiedPayment,
    ];
    const elsewhere = { id: moved.id, blockHash: `0x${'ab'.repeat(32)}` };
    expect(await Promise.all([first, elsewhere, last].map((payment) => credit(http, payment)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(await statuses(http.context.db)).toEqual(['credited', 'confirming', 'credited']);
  });

  test('one that cannot be credited keeps none of the others from it, and fails for its own caller alone', async () => {
    const payments = await store(http, Array(9).fill(13_000_000n));
    const poisoned = payments[4] as VerifiedPayment;
    await http.context.db.updateTable('payments').set({ token_symbol: 'NONE' }).where('id', '=', poisoned.id).execute();
    const settled = await Promise.allSettled(payments.map((payment) => credit(http, payment)));
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(
      payments.map((payment) => payment !== poisoned),
    );
    expect(await statuses(http.context.db)).toEqual(
      payments.map((payment) => (payment === poisoned ? 'confirming' : 'credited')),
    );
  });

  test.each([
    ['in the middle of a phase', 0n, 1n],
    ['at the end of the first phase', PHASE_1 - 400_000_000n, 2n],
    ['at the end of the second phase', PHASES_1_AND_2 - 400_000_000n, 3n],
    ['when the last tokens go', ALL_PHASES - 400_000_000n, 3n],
  ])(
    'get the same tokens, prices, refunds and records as one by one: %s',
    { tags: 'long' },
    async (_, sold, phaseAfter) => {
      const chance = random(Number(sold % 1_000_003n));
      // Half of them below ten dollars, some below one SYNX, a few in the thousands.
      const amounts = Array.from({ length: 40 }, () =>
        BigInt(1 + chance.below(chance.below(8) === 0 ? 900_000_000 : chance.below(6) === 0 ? 12_000 : 20_000_000)),
      );
      const apart = await start();
      for (const app of [http, apart]) {
        if (sold === 0n) continue;
        const [all] = (await store(app, [sold])) as [VerifiedPayment];
        await credit(app, all);
      }
      const together = await store(http, amounts);
      await Promise.all(together.map((payment) => credit(http, payment)));
      await inOrder(await store(apart, amounts), (payment) => credit(apart, payment));
      expect(await outcome(http.context.db)).toEqual(await outcome(apart.context.db));
      await expectEveryCent(http.context.db);
      expect((await sale(http.context.db)).phase).toBe(phaseAfter);
      expect((await statuses(http.context.db)).includes('refund-due')).toBe(sold === ALL_PHASES - 400_000_000n);
    },
  );
});

/** Runs work on one item after the other. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item, position: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [position, item] of items.entries()) results.push(await work(item, position));
  return results;
}

async function faults(db: Db): Promise<readonly string[]> {
  const { problems } = await verifyRecords(storedRecords(db), 'purchases');
  return [...(await checkLedger(db)), ...problems];
}

function sale(db: Db) {
  return db.selectFrom('sale_state').selectAll().executeTakeFirstOrThrow();
}

async function statuses(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('payments').select('status').orderBy('id').execute();
  return rows.map(({ status }) => status);
}

/** Everything that crediting wrote, without what two databases never share: random hashes and numbers of rows. */
async function outcome(db: Db) {
  const payments = await db.selectFrom('payments').selectAll().orderBy('id').execute();
  const entries = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select(['transfer_id', 'ledger_transfers.kind', 'sequence', 'owner', 'amount', 'balance'])
    .orderBy('transfer_id')
    .orderBy('owner')
    .orderBy('accounts.kind')
    .execute();
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute();
  const holdings = await db.selectFrom('wallet_holdings').selectAll().orderBy('wallet').execute();
  const changes = await db.selectFrom('price_history').selectAll().orderBy('id').execute();
  const records = await db.selectFrom('records').select(['number', 'body']).orderBy('kind').orderBy('number').execute();
  const { version: _, ...state } = await sale(db);
  return {
    payments: payments.map(({ transaction_hash: hash, block_hash: block, ...row }) => row),
    entries,
    refunds,
    holdings,
    changes,
    state,
    records: records.map(({ number, body }) => [number, body.replaceAll(/[0-9a-f]{64}/g, '')]),
  };
}

/** Each payment's value is credited or due back, to the last cent; below one token it waits in review. */
async function expectEveryCent(db: Db): Promise<void> {
  const rows = await db.selectFrom('payments').selectAll().execute();
  const refunds = await db.selectFrom('refunds').selectAll().execute();
  for (const row of rows) {
    const due = refunds.filter((refund) => refund.payment_id === row.id);
    const back = due.reduce((sum, refund) => sum + BigInt(refund.usd_micro), 0n);
    expect(['credited', 'refund-due', 'needs-review']).toContain(row.status);
    expect((row.usd_micro ?? 0n) + back).toBe(row.status === 'needs-review' ? 0n : BigInt(row.amount));
  }
}
