import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { Db } from '../database/tables.ts';
import { reconsider } from './establish.ts';

/** How far back a process looks first, in milliseconds: a previous release may have been back for weeks. */
const LOOKS_BACK_MS = 90 * 86_400_000;
/** A credit or decision may be committed this long after its time. */
const OVERLAP_MS = 3_600_000;
/** Credits per statement, and the time after which the next sweep goes on, in milliseconds. */
const SLICE = 200;
const SHARE_MS = 1_000;

/** Until when this process has looked at credits and at missions, by database. */
const reached = new WeakMap<Db, { credits: bigint; missions: bigint }>();

/**
 * Puts wallets on the leaderboard that a previous release credited, or whose mission it confirmed, next to this one: it
 * does not store that they are established (decision 39). Costs as much as the credits since the last time.
 */
export async function establishMissed(db: Db, now: number): Promise<void> {
  const until = performance.now() + SHARE_MS;
  const back = BigInt(now - LOOKS_BACK_MS);
  const look = reached.get(db) ?? { credits: back, missions: back };
  reached.set(db, look);
  await establishWhere(
    db,
    sql`select wallet, decided_at as at from mission_submissions where status = 'confirmed'
      and mission in (${sql.join([...REVIEWED_MISSIONS])}) and decided_at > ${look.missions}`,
  );
  look.missions = BigInt(now - OVERLAP_MS);
  while (performance.now() < until) {
    const end = await endOfSlice(db, look.credits);
    await establishWhere(
      db,
      sql`select payer as wallet, credited_at as at from payments where status = 'credited' and below_minimum = 0
        and credited_at > ${look.credits} and credited_at <= ${end ?? BigInt(now)}`,
    );
    look.credits = end ?? BigInt(now - OVERLAP_MS);
    if (end === undefined) return;
    // The embedded database runs in this thread: requests get their turn.
    await setImmediate();
  }
}

/** The time of the last credit of a slice that begins after `from`; undefined if the slice is not full. */
async function endOfSlice(db: Db, from: bigint): Promise<bigint | undefined> {
  const { rows } = await sql<{ at: bigint }>`
    select credited_at as at from payments where status = 'credited' and credited_at > ${from}
    order by credited_at limit 1 offset ${SLICE - 1}`.execute(db);
  return rows[0]?.at;
}

/** Establishes the wallets of a query that are not; those that lose their reason at the same moment are not kept. */
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
