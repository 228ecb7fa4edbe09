import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { hasProof } from '#src/server/platform/sessions/proofs.ts';
import type { Session } from '#src/server/platform/sessions/session.ts';

/**
 * Notes on a posted hash that its session has proven the wallet by signature; the wallet named in the body proves
 * nothing. Does nothing if the hash is already found or was posted with a proof.
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
