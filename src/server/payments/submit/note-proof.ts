import type { AppContext } from '../../context/app-context.ts';
import type { SubmissionRow } from '../../database/payment-row.ts';
import { hasProof } from '../../sessions/has-proof.ts';
import type { Session } from '../../sessions/session.ts';

/**
 * Records for a posted hash that the session posting it has proven its wallet by signature: the claims in the body
 * prove nothing. Does nothing for a hash that is already found, or was already posted with a proof.
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
