import { STREAK_CAP } from '#src/config/missions.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendPoints } from './append-points.ts';
import { pointsOf } from './mission-points.ts';
import { takePlace } from './networks.ts';
import { dayBefore, nextDay, utcDay } from './utc-day.ts';

export interface Streak {
  /** Days in a row up to today or yesterday, 0 to 7. */
  readonly days: number;
  readonly today: boolean;
  /** Milliseconds. */
  readonly nextAt: number;
}

/** The state of a wallet's daily check-ins; a missed day ends the streak. */
export async function streakOf(db: Db | Tx, wallet: string, now: number): Promise<Streak> {
  const last = await db
    .selectFrom('check_ins')
    .select(['day', 'streak'])
    .where('wallet', '=', wallet)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A later day comes from a clock that ran ahead. We never pay an earlier one again, even if its row was deleted.
  const today = last !== undefined && last.day >= utcDay(now);
  const days = today || last?.day === dayBefore(now) ? Number(last?.streak) : 0;
  return { days, today, nextAt: today ? nextDay(now) : now };
}

/** The streak on the day after one with `before`: counts to seven and starts over. */
export function nextStreak(before: number): number {
  return (before % STREAK_CAP) + 1;
}

export type CheckInOutcome =
  | { readonly ok: true; readonly points: number; readonly streak: number }
  | { readonly ok: false; readonly code: 'already_checked_in' | 'network_busy' };

/** Checks a wallet in, once per UTC day however many tries race, if its network has a place left. */
export async function acceptCheckIn(
  db: Db,
  wallet: string,
  network: { readonly hash: string | null; readonly places: number },
  now: number,
): Promise<CheckInOutcome> {
  const at = BigInt(now);
  const day = utcDay(now);
  return db.transaction().execute(async (tx): Promise<CheckInOutcome> => {
    const before = await streakOf(tx, wallet, now);
    if (before.today) return { ok: false, code: 'already_checked_in' };
    if (!(await takePlace(tx, network, wallet, at))) return { ok: false, code: 'network_busy' };
    const streak = nextStreak(before.days);
    const row = await tx
      .insertInto('check_ins')
      .values({ wallet, day, streak: BigInt(streak), created_at: at })
      .onConflict((conflict) => conflict.columns(['wallet', 'day']).doNothing())
      .returning('day')
      .executeTakeFirst();
    if (row === undefined) return { ok: false, code: 'already_checked_in' };
    const points = pointsOf('checkIn');
    await appendPoints(tx, { wallet, points, mission: 'checkIn', reason: 'check-in', source: `checkin:${day}` }, at);
    return { ok: true, points, streak };
  });
}
