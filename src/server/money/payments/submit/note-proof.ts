import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { hasProof } from '#src/server/platform/sessions/has-proof.ts';
import type { Session } from '#src/server/platform/sessions/session.ts';

/**
 * Records for a posted hash that the session posting it has proven its wallet by signature: what the body declares
 * prove nothing. Does nothing for a hash that is already found, or was already posted with a proof.
 */
export async function noteProof(
  { db, now }: AppContext,
  posted: PostedHashRow,
  findSession: () => Promise<Session | null>,
): Promise<PostedHashRow> {
  if (posted.proven_at !== null || posted.status === 'confirming') return posted;
  const session = await findSession();
  if (session === null || !(await hasProof(db, session, posted.wallet, now()))) return posted;
  const provenAt = BigInt(now());
  await db
    .updateTable('submissions')
    .set({ proven_at: provenAt })
    .where('id', '=', posted.id)
    .where('proven_at', 'is', null)
    .execute();
  return { ...posted, proven_at: provenAt };
}
