import { INSTANT_MISSIONS, type InstantMission, type SubmittedMission } from '#src/config/missions.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';

/** The latest submission of each mission of a wallet. */
export async function latestMissionEntries(
  db: Db | Tx,
  wallet: string,
): Promise<ReadonlyMap<SubmittedMission, MissionEntryRow>> {
  const rows = await db
    .selectFrom('mission_submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.mission, row]));
}

/** The X name that a wallet has submitted and that was not rejected, or null. */
export function xAccountOf(submissions: ReadonlyMap<SubmittedMission, MissionEntryRow>): string | null {
  const follow = submissions.get('xFollow');
  return follow === undefined || follow.status === 'rejected' ? null : follow.account;
}

/** Instant missions that a wallet was paid for, and whether the points were reversed. */
export async function instantMissions(
  db: Db | Tx,
  wallet: string,
): Promise<ReadonlyMap<InstantMission, 'completed' | 'taken-back'>> {
  const rows = await db
    .selectFrom('point_entries as entry')
    .leftJoin('point_entries as reversal', 'reversal.reverses', 'entry.id')
    .select(['entry.mission', 'reversal.id as reversal'])
    .where('entry.wallet', '=', wallet)
    .where('entry.mission', 'in', [...INSTANT_MISSIONS])
    .where('entry.reason', '=', 'mission')
    .execute();
  return new Map(
    rows.map(({ mission, reversal }) => [mission as InstantMission, reversal === null ? 'completed' : 'taken-back']),
  );
}
