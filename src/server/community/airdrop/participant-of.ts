import { MASKED, MISSIONS, type MissionFlag } from '#src/config/missions.ts';
import type { Participant } from '#src/contract/airdrop.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { streakOf } from './accept-check-in.ts';
import { instantMissions, latestMissionEntries, xAccountOf } from './mission-state.ts';

/** A wallet's participant page (lower case); only the proven wallet itself gets X name and code. */
export async function participantOf(db: Db, wallet: string, own: boolean, now: number): Promise<Participant> {
  const row = await db
    .selectFrom('participants')
    .select(['points', 'established', 'referral_code'])
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  const entries = await latestMissionEntries(db, wallet);
  const instant = await instantMissions(db, wallet);
  const streak = await streakOf(db, wallet, now);
  const referral = await db.selectFrom('referrals').select('state').where('invitee', '=', wallet).executeTakeFirst();
  const flags = MISSIONS.flatMap(({ id, kind, flags }) => {
    const done =
      kind === 'reviewed'
        ? entries.get(id)?.status === 'confirmed'
        : kind === 'instant' && instant.get(id) === 'completed';
    return flags.map((flag) => [flag, done]);
  });
  const mask = (value: string | null) => (value === null || own ? value : MASKED);
  return {
    totalPoints: Number(row?.points ?? 0n),
    provisional: row !== undefined && row.points > 0n && row.established === 0n,
    dailyCheckInStreak: streak.days,
    ...(Object.fromEntries(flags) as Record<MissionFlag, boolean>),
    xAccount: mask(xAccountOf(entries)),
    referralCode: mask(row?.referral_code ?? null),
    checkedInToday: streak.today,
    nextCheckInAt: new Date(streak.nextAt).toISOString(),
    referral: referral?.state ?? 'none',
    underReview: [...entries].filter(([, { status }]) => status === 'pending').map(([mission]) => mission),
  };
}
