import type { AppContext } from '../../context/app-context.ts';
import type { SubmissionRow } from '../../database/payment-row.ts';
import { hasProof } from '../../sessions/has-proof.ts';
import type { Session } from '../../sessions/session.ts';

/**
 * Keeps of a posted hash that the session which posts it has proven its wallet by signature: what the body says proves
 * nothing. Nothing is asked of a hash that is found, or was posted so before.
 */
export async function noteProof(
  { db, now }: AppContext,
  submission: SubmissionRow,
  findSession: () => Promise<Session | null>,
): Promise<SubmissionRow> {
  if (submission.proven_at !== null || submission.status === 'confirming') return submission;
  const session = await findSession();
  if (session === null || !(await hasProof(db, session, submission.wallet, now()))) return submission;
  const provenAt = BigInt(now());
  await db
    .updateTable('submissions')
    .set({ proven_at: provenAt })
    .where('id', '=', submission.id)
    .where('proven_at', 'is', null)
    .execute();
  return { ...submission, proven_at: provenAt };
}
