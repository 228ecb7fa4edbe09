import { AIRDROP_TIMES, type SubmittedMission } from '#src/config/missions.ts';
import type { Submission } from '#src/contract/airdrop.ts';
import type { Db } from '../database/tables.ts';
import { isoTime } from '../purchases/payment-records.ts';
import type { SubmissionRow } from './confirm-submission.ts';

/** The latest submission of one mission of a wallet, with the state of its appeal. */
export async function findSubmission(
  db: Db,
  wallet: string,
  mission: SubmittedMission,
): Promise<{ readonly row: SubmissionRow; readonly appeal: Submission['appeal'] } | null> {
  const row = await db
    .selectFrom('mission_submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .where('mission', '=', mission)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const appeal = await db.selectFrom('appeals').select('state').where('submission_id', '=', row.id).executeTakeFirst();
  return { row, appeal: appeal?.state ?? null };
}

/** A submission as its participant sees it; others do not see why it was rejected. */
export function submissionView(
  { row, appeal }: { readonly row: SubmissionRow; readonly appeal: Submission['appeal'] },
  own: boolean,
): Submission {
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
  };
}
