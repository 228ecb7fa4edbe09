// @module-tag long
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Credited } from '#src/contract/records.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { rewardsOf } from '#src/server/money/staking/rewards-of.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { sized } from '#tests/support/sized.ts';
import { confirmAgain, storeConfirming } from '#tests/support/store-confirming.ts';
import { NO_CHAINS } from '#tests/support/tuned-env.ts';

const NANO = 1_000_000_000n;
/** The three phases and the staking pool of the specification, in whole SYNX. */
const ISSUED = (197_000_000n + 197_000_000n + 98_000_000n + 98_680_000n) * NANO;
const POOL = 98_680_000n * NANO;
const WALLETS = [1, 2, 3].map((number) => `0x${String(number).repeat(40)}`);

type Step =
  | { readonly do: 'credit'; readonly wallet: number; readonly cents: number }
  | { readonly do: 'reverse' | 'again'; readonly which: number }
  | { readonly do: 'stake'; readonly wallet: number; readonly share: number }
  | { readonly do: 'wait'; readonly days: number };

const steps = fc.array(
  fc.oneof(
    // From one cent to four million dollars, so that phases sell out within a history.
    fc.record({
      do: fc.constant('credit' as const),
      wallet: fc.nat(2),
      cents: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 400_000_000 })),
    }),
    fc.record({ do: fc.constantFrom('reverse' as const, 'again' as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant('stake' as const), wallet: fc.nat(2), share: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 800 }) }),
  ) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 25 },
);

const env = readEnv({}, NO_CHAINS);

/** Plays a history and checks the books against their laws after every step. */
async function play({ db }: Database, history: readonly Step[]): Promise<void> {
  let now = Date.parse('2026-05-04T12:00:00.000Z');
  const payments: { id: bigint; blockHash: string }[] = [];
  await initialiseSale(db, env, now);
  const credit = (payment: { id: bigint; blockHash: string }) => creditNow(db, payment, now);
  for (const step of history) {
    now += 1_000;
    if (step.do === 'wait') now += step.days * 86_400_000;
    if (step.do === 'credit') {
      const payment = await storeConfirming(db, WALLETS[step.wallet] ?? '', BigInt(step.cents) * 10_000n, now);
      payments.push(payment);
      // The second caller finds it done.
      expect((await Promise.all([credit(payment), credit(payment)])).sort()).toEqual([false, true]);
    }
    const chosen = payments[('which' in step ? step.which : 0) % Math.max(1, payments.length)];
    if (step.do === 'reverse' && chosen !== undefined) {
      await Promise.all([
        reverseCredit({ db, creditHandlers: CREDIT_HANDLERS }, chosen, now),
        reverseCredit({ db, creditHandlers: CREDIT_HANDLERS }, chosen, now),
      ]);
    }
    if (step.do === 'again' && chosen !== undefined) {
      const blockHash = await confirmAgain(db, chosen.id, now);
      if (await credit({ id: chosen.id, blockHash })) chosen.blockHash = blockHash;
    }
    if (step.do === 'stake') {
      const wallet = WALLETS[step.wallet] ?? '';
      const amount = ((await balanceOf(db, 'available', wallet)) * BigInt(step.share)) / 100n;
      if (amount > 0n) await stake(db, wallet, amount, now);
    }
    expect(await checkLedger(db)).toEqual([]);
  }
  await expectLaws(db, now);
  await expectRecords(db);
}

/** The public records alone show each wallet's credits and the amount raised. */
async function expectRecords(db: Database['db']): Promise<void> {
  const standing = new Map<string, Credited>();
  const { problems } = await verifyRecords(storedRecords(db), 'purchases', (record) => {
    const { event, data } = record as unknown as { event: string; data: Credited };
    if (event === 'credited') standing.set(data.payment, data);
    else expect(standing.delete(data.payment)).toBe(true);
  });
  expect(problems).toEqual([]);
  const credited = await db.selectFrom('payments').selectAll().where('status', '=', 'credited').execute();
  const told = [...standing.values()].map(({ transactionHash, wallet, tokens, usd }) => [
    transactionHash,
    wallet,
    tokens,
    usd,
  ]);
  const kept = credited.map((row) => [
    row.transaction_hash,
    row.payer,
    String(row.tokens),
    formatUnits(row.usd_micro ?? 0n, 6),
  ]);
  expect(told.sort()).toEqual(kept.sort());
}

/** The laws again, computed by the test itself. */
async function expectLaws(db: Database['db'], now: number): Promise<void> {
  const accounts = await db.selectFrom('accounts').selectAll().execute();
  const entries = await db.selectFrom('ledger_entries').selectAll().execute();
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
  expect(sum(entries.map(({ amount }) => amount))).toBe(0n);
  expect(sum(accounts.filter(({ kind }) => kind !== 'issuance').map(({ balance }) => balance))).toBe(ISSUED);
  for (const { id, kind, balance } of accounts) {
    expect(balance).toBe(sum(entries.filter(({ account_id }) => account_id === id).map(({ amount }) => amount)));
    if (kind !== 'issuance') expect(balance >= 0n).toBe(true);
  }
  const credited = await db.selectFrom('payments').selectAll().where('status', '=', 'credited').execute();
  for (const wallet of WALLETS) {
    const held = (await balanceOf(db, 'available', wallet)) + (await balanceOf(db, 'staked', wallet));
    expect(held).toBe(sum(credited.filter(({ payer }) => payer === wallet).map(({ tokens }) => (tokens ?? 0n) * NANO)));
  }
  const rewards = await Promise.all(WALLETS.map((wallet) => rewardsOf(db, wallet, now)));
  expect(sum(rewards) <= POOL).toBe(true);
  // The amounts paid equal the credits plus the refunds due, up to one truncated micro-dollar per payment.
  const refunds = await db.selectFrom('refunds').selectAll().where('status', '=', 'due').execute();
  const decided = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['credited', 'refund-due'])
    .execute();
  expect(
    sum(credited.map(({ usd_micro }) => usd_micro ?? 0n)) + sum(refunds.map(({ usd_micro }) => BigInt(usd_micro))),
  ).toBe(sum(decided.map(({ amount }) => BigInt(amount))));
}

/** Every table of a PostgreSQL database except the list of migrations. */
async function recordTables({ db, engine }: Database): Promise<string[]> {
  if (engine === 'sqlite') return [];
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'record_heads')`.execute(db);
  return tables.rows.map(({ name }) => name);
}

eachEngine('random histories', (open) => {
  test('of credits, reversals, stakes and phases keep the books in order', async () => {
    const place = await open();
    const database = await openDatabase(place.location);
    const emptied = await recordTables(database);
    const numRuns = place.engine === 'sqlite' ? sized(40, 15) : 10;
    const history = fc.asyncProperty(steps, async (sequence) => {
      if (place.engine === 'postgres') {
        await sql.raw(`truncate ${emptied.join(', ')} cascade`).execute(database.db);
        await sql.raw(`update record_heads set number = 0, at = 0, hash = '${'0'.repeat(64)}'`).execute(database.db);
        await play(database, sequence);
      } else {
        const fresh = await openDatabase(':memory:');
        await play(fresh, sequence).finally(() => fresh.close());
      }
    });
    await fc.assert(history, { numRuns, seed: 20_260_504 }).finally(async () => {
      await database.close();
    });
  });
});
