import { AIRDROP_TIMES, type SubmittedMission } from '#src/config/missions.ts';
import type { Submission } from '#src/contract/airdrop.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';
import { holderOf, proofCode } from './disputed-names.ts';

/** A submission with the objection to its rejection, if any. */
interface Found {
  readonly row: MissionEntryRow;
  readonly appeal: Submission['appeal'];
  readonly answer: string | null;
  /** The code for a disputed name, otherwise null. */
  readonly proof: string | null;
}

/** A wallet's latest submission of one mission, with the outcome of an objection. */
export async function findMissionEntry(db: Db, wallet: string, mission: SubmittedMission): Promise<Found | null> {
  const row = await db
    .selectFrom('mission_submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .where('mission', '=', mission)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const appeal = await db
    .selectFrom('appeals')
    .select(['state', 'answer'])
    .where('submission_id', '=', row.id)
    .executeTakeFirst();
  const proof = (await holderOf(db, row)) === null ? null : await proofCode(db, row);
  return { row, appeal: appeal?.state ?? null, answer: appeal?.answer ?? null, proof };
}

/** A submission as its participant sees it; others see neither why it was rejected nor the answer to an objection. */
export function missionEntryView({ row, appeal, answer, proof }: Found, own: boolean): Submission {
  const rejected = row.status === 'rejected';
  return {
    id: String(row.id),
    status: row.status,
    submittedAt: isoTime(row.created_at),
    dueAt: isoTime(row.created_at + BigInt(AIRDROP_TIMES.reviewMs)),
    decidedAt: row.decided_at === null ? null : isoTime(row.decided_at),
    reasonCode: own && rejected ? row.reason_code : null,
    note: own && rejected ? row.note : null,
    canResubmitAt:
      rejected && row.decided_at !== null ? isoTime(row.decided_at + BigInt(AIRDROP_TIMES.resubmitMs)) : null,
    appeal,
    appealAnswer: own ? answer : null,
    ...(own && proof !== null ? { proofCode: proof } : {}),
  };
}
