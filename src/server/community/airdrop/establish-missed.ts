import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { reconsider } from './establish.ts';

/** How far back a process first looks, in milliseconds: a previous release may have been running again for weeks. */
const LOOKS_BACK_MS = 90 * 86_400_000;
/** How long after its time a credit or decision may be committed. */
const OVERLAP_MS = 3_600_000;
/** Credits or decisions per statement, and the time after which the next sweep goes on, in milliseconds. */
const SLICE = 200;
const SHARE_MS = 1_000;

/** Ledger transfers per statement in the search for reversals. */
const TRANSFERS = 2_000n;

/** Rows that establish a `wallet` at a time, unless `ignored`; a slice never splits rows of the same time. */
type Reasons = RawBuilder<{ wallet: string; at: bigint; ignored: bigint }>;

const CREDITS: Reasons = sql`select payer as wallet, credited_at as at, below_minimum as ignored from payments
  where status = 'credited'`;
const DECISIONS = REVIEWED_MISSIONS.map(
  (mission): Reasons =>
    sql`select wallet, decided_at as at, 0 as ignored from mission_submissions where status = 'confirmed' and mission = ${mission}`,
);

/** How far this process has looked: for reasons by time, for reversals by the number of the transfer. */
interface Reached {
  readonly reasons: Map<Reasons, bigint>;
  reversals: bigint | null;
}

/** The sweep that establishes what a previous release beside this one credited, confirmed or reversed (decision 39). */
export function createMissedSweep(db: Db): (now: number) => Promise<void> {
  const look: Reached = { reasons: new Map(), reversals: null };
  return (now) => establishMissed(db, look, now);
}

async function establishMissed(db: Db, look: Reached, now: number): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const back = BigInt(now - LOOKS_BACK_MS);
  await reconsiderReversed(db, look, back, now);
  for (const reasons of [...DECISIONS, CREDITS]) {
    let from = look.reasons.get(reasons) ?? back;
    // At least one slice of each, however long the others take.
    do {
      const end = await endOfSlice(db, reasons, from);
      await establishWhere(
        db,
        sql`select * from (${reasons}) as slice where ignored = 0 and at > ${from} and at <= ${end ?? BigInt(now)}`,
      );
      from = end ?? BigInt(now - OVERLAP_MS);
      look.reasons.set(reasons, from);
      if (end === undefined) break;
      // The embedded database runs in this thread: let requests in.
      await setImmediate();
    } while (performance.now() < until);
  }
}

/** Reconsiders the payers of credits that were reversed since the last look. */
async function reconsiderReversed(db: Db, look: Reached, back: bigint, now: number): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const newest = await newestTransfer(db);
  let from = look.reversals ?? (await lastBefore(db, back, newest));
  while (from < newest && performance.now() < until) {
    const { rows } = await sql<{ wallet: string }>`
      select distinct payments.payer as wallet from ledger_transfers as transfer
      join payments on payments.id = transfer.payment_id
      join participants on participants.wallet = payments.payer and participants.established = 1
      where transfer.id > ${from} and transfer.id <= ${from + TRANSFERS} and transfer.kind = 'reversal'`.execute(db);
    for (const { wallet } of rows) await db.transaction().execute((tx) => reconsider(tx, wallet));
    from += TRANSFERS;
    await setImmediate();
  }
  const overlap = from < newest ? from : await lastBefore(db, BigInt(now - OVERLAP_MS), newest);
  look.reversals = overlap < from ? overlap : from;
}

async function newestTransfer(db: Db): Promise<bigint> {
  const { newest } = await db
    .selectFrom('ledger_transfers')
    .select((select) => select.fn.max<bigint | null>('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0n;
}

/** The number up to which all ledger transfers are older than `at`, by bisection: times have no index. */
async function lastBefore(db: Db, at: bigint, newest: bigint): Promise<bigint> {
  let [older, younger] = [0n, newest + 1n];
  while (younger - older > 1n) {
    const middle = (older + younger) / 2n;
    const row = await db
      .selectFrom('ledger_transfers')
      .select('created_at')
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined && row.created_at < at) older = middle;
    else younger = middle;
  }
  return older;
}

/** The time of the last row in a slice that starts after `from`; undefined if the slice is not full. */
async function endOfSlice(db: Db, reasons: Reasons, from: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ at: bigint }>`
    select at from (${reasons}) as slice where at > ${from} order by at limit 1 offset ${SLICE - 1}`.execute(db);
  return rows[0]?.at;
}

/** Establishes those wallets of a query that are not yet, except any that lose their reason at this moment. */
async function establishWhere(db: Db, reasons: ReturnType<typeof sql>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ wallet: string }>`
      insert into participants (wallet, points, referral_code, established, created_at)
      select reasons.wallet, 0, null, 1, min(reasons.at) from (${reasons}) as reasons
      where not exists (select 1 from participants as known where known.wallet = reasons.wallet and known.established = 1)
      group by reasons.wallet order by reasons.wallet
      on conflict (wallet) do update set established = 1 returning wallet`.execute(tx);
    for (const { wallet } of rows) await reconsider(tx, wallet);
  });
}
