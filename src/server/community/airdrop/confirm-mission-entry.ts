import type { Selectable } from 'kysely';
import { INSTANT_MISSIONS, REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { MissionEntryTable } from '#src/server/platform/database/airdrop-tables.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { appendPoints } from './append-points.ts';
import { countReferral } from './count-referral.ts';
import { establish } from './establish.ts';
import { pointsOf } from './mission-points.ts';

export type MissionEntryRow = Selectable<MissionEntryTable>;

/** The ledger's name for a confirmed submission as a source. */
export function missionEntrySource({ id, mission }: Pick<MissionEntryRow, 'id' | 'mission'>): string {
  return INSTANT_MISSIONS.some((instant) => instant === mission) ? `mission:${mission}` : `submission:${id}`;
}

/** Confirms a submission with all that follows from it; false without effect if its name belongs to another wallet. */
export async function confirmMissionEntry(tx: Tx, row: MissionEntryRow, staffId: string, at: bigint): Promise<boolean> {
  const { id, wallet, mission, account_hash: hash } = row;
  if (hash !== null) {
    await tx
      .insertInto('used_accounts')
      .values({ account_hash: hash, wallet, created_at: at })
      .onConflict((conflict) => conflict.column('account_hash').doNothing())
      .execute();
    const owner = await tx
      .selectFrom('used_accounts')
      .select('wallet')
      .where('account_hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (owner.wallet !== wallet) return false;
  }
  await tx
    .updateTable('mission_submissions')
    .set({ status: 'confirmed', reason_code: null, note: null, decided_at: at, decided_by: staffId })
    .where('id', '=', id)
    .execute();
  const source = await freshSource(tx, row);
  await appendPoints(tx, { wallet, points: pointsOf(mission), mission, reason: 'mission', source }, at);
  if (REVIEWED_MISSIONS.some((reviewed) => reviewed === mission)) {
    await establish(tx, wallet, at);
    await countReferral(tx, wallet, source, at);
  }
  return true;
}

/** If its points were reversed before, the submission counts under a new source when it is confirmed again. */
async function freshSource(tx: Tx, row: MissionEntryRow): Promise<string> {
  const source = missionEntrySource(row);
  const reversed = tx
    .selectFrom('point_entries as entry')
    .innerJoin('point_entries as reversal', 'reversal.reverses', 'entry.id')
    .where('entry.wallet', '=', row.wallet)
    .where('entry.mission', '=', row.mission)
    .where((where) => where.or([where('entry.source', '=', source), where('entry.source', 'like', `${source}:%`)]));
  const count = await countOf(reversed);
  return count === 0 ? source : `${source}:${count + 1}`;
}
