import { PHASES } from '#src/config/sale.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { recordPriceChange } from '#src/server/money/sale/sale-clock.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { closeDays } from '#src/server/platform/records/close-days.ts';
import { recordMissed } from '#src/server/platform/records/record-missed.ts';
import { NO_CHAINS } from '#tests/support/tuned-env.ts';
import { fillBooks } from './books.ts';
import { fillPeople } from './people.ts';
import { type Plan, planFor } from './plan.ts';
import { fillRecords } from './records.ts';
import { openSink } from './sink.ts';

const NUMBERED = [
  ...['payments', 'submissions', 'accounts', 'ledger_transfers', 'ledger_entries', 'refunds', 'stakes'],
  ...['participants', 'point_entries', 'mission_submissions', 'vote_records', 'newsletter_subscribers'],
];

/**
 * Fills an empty database with the books of a sale of a hundred days: for each wallet five payments, of which 4.6 were
 * credited, ten ledger entries, a participant with points, and what pages read next to them. `told` gets each step with
 * its seconds.
 */
export async function generate(
  location: string,
  wallets: number,
  { now = Date.now(), told = () => undefined }: { now?: number; told?: (step: string, seconds: number) => void } = {},
): Promise<Plan> {
  const plan = planFor(wallets, now);
  const step = async (name: string, work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    told(name, (performance.now() - started) / 1_000);
  };
  await step('an empty sale', () => openSale(location, plan));
  const sink = await openSink(location);
  try {
    await step('payments and the ledger', () => fillBooks(sink, plan));
    await step('participants, votes, sessions', () => fillPeople(sink, plan));
    await step('public records of purchases and votes', () => fillRecords(sink, plan));
    await step('numbers and statistics', () => sink.finish(NUMBERED));
  } finally {
    await sink.close();
  }
  await step('public records of stakes and points', () => withDatabase(location, recordMissed));
  await step('roots of the days', () => withDatabase(location, (db) => closeDays(db, plan.now)));
  return plan;
}

async function openSale(location: string, plan: Plan): Promise<void> {
  const database = await openDatabase(location);
  try {
    const env = readEnv({}, NO_CHAINS);
    await initialiseSale(database.db, env, plan.opened);
    if (plan.firstPhase === plan.credits) return;
    const at = BigInt(plan.from + (plan.firstPhase + 1) * plan.step);
    await database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('sale_state')
        .set({ phase: 2n, version: 2n, window_number: 1n, window_started_at: at })
        .execute();
      const change = { kind: 'phase', phase: 2n, price_micro_usd: PHASES[1].priceMicroUsd, window_number: 1n } as const;
      await recordPriceChange(tx, { ...change, at, reason: 'phase 1 sold out' }, at);
    });
  } finally {
    await database.close();
  }
}

async function withDatabase(location: string, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(location);
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}
