import type { Db } from '../database/tables.ts';
import { coversCredits } from './credited-chains.ts';
import type { Session } from './session.ts';

/** A proof ends this long after it was given, after it was last used, and after another wallet replaced it. */
export const PROOF_ENDS = { afterMs: 7 * 86_400_000, idleMs: 86_400_000, dormantMs: 1_800_000 } as const;

/** Use is recorded at this interval, not at every request. */
const NOTED_EVERY_MS = 300_000;

/** Whether a session has an unexpired proof that a wallet is its own. */
export async function hasProof(db: Db, session: Session, wallet: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('session_proofs')
    .select(['proven_at', 'used_at', 'dormant_at', 'contract_chains'])
    .where('token_hash', '=', session.tokenHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  if (row === undefined) return false;
  const since = (at: bigint) => now - Number(at);
  if (since(row.proven_at) >= PROOF_ENDS.afterMs || since(row.used_at) >= PROOF_ENDS.idleMs) return false;
  if (row.dormant_at !== null && since(row.dormant_at) >= PROOF_ENDS.dormantMs) return false;
  if (!(await coversCredits(db, wallet, chainsOf(row)))) return false;
  if (since(row.used_at) >= NOTED_EVERY_MS)
    await db
      .updateTable('session_proofs')
      .set({ used_at: BigInt(now) })
      .where('token_hash', '=', session.tokenHash)
      .where('wallet', '=', wallet)
      .where('used_at', '=', row.used_at)
      .execute();
  return true;
}

/** The chains on which a contract has vouched for a proof; null if the wallet's own key has. */
export function chainsOf({
  contract_chains: text,
}: {
  readonly contract_chains: string | null;
}): readonly number[] | null {
  return text === null ? null : text.split(',').map(Number);
}
