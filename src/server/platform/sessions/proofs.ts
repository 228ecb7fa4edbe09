import type { TrustedClock } from '../chains/trusted-clock.ts';
import type { Db, Tx } from '../database/tables.ts';
import { ageOf } from '../util/age.ts';

/** A browser with a cookie. */
export interface Session {
  /** SHA-256 of the cookie's value; the value itself is never stored. */
  readonly tokenHash: string;
  readonly wallet: string | null;
}

/** How long a proof lasts: after it was given, after its last use, and after another wallet replaced it. */
export const PROOF_ENDS = { afterMs: 7 * 86_400_000, idleMs: 86_400_000, dormantMs: 1_800_000 } as const;

interface ProofReader {
  readonly db: Db;
  readonly clock: Pick<TrustedClock, 'now' | 'isConfirmed'>;
}

/** How often use is recorded, so that not every request writes. */
const NOTED_EVERY_MS = 300_000;

/** Whether a session has an unexpired proof of a wallet; asking counts as use, once a chain has confirmed the time. */
export async function hasProof({ db, clock }: ProofReader, session: Session, wallet: string): Promise<boolean> {
  const now = clock.now();
  const usedAt = await findProof(db, session, wallet, now);
  if (usedAt === null) return false;
  if (clock.isConfirmed() && ageOf(usedAt, now) >= NOTED_EVERY_MS)
    await db
      .updateTable('session_proofs')
      .set({ used_at: BigInt(now) })
      .where((where) => where.and({ token_hash: session.tokenHash, wallet, used_at: usedAt }))
      .execute();
  return true;
}

/** When a session last used its unexpired proof of a wallet; null without one. Asking does not count as use. */
export async function findProof(db: Db, session: Session, wallet: string, now: number): Promise<bigint | null> {
  const row = await db
    .selectFrom('session_proofs')
    .select(['proven_at', 'used_at', 'dormant_at', 'contract_chains'])
    .where('token_hash', '=', session.tokenHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  if (row === undefined) return null;
  const since = (at: bigint) => now - Number(at);
  if (since(row.proven_at) >= PROOF_ENDS.afterMs || since(row.used_at) >= PROOF_ENDS.idleMs) return null;
  if (row.dormant_at !== null && since(row.dormant_at) >= PROOF_ENDS.dormantMs) return null;
  return (await coversCredits(db, wallet, chainsOf(row))) ? row.used_at : null;
}

/** The chains on which a contract vouched for a session's proof of a wallet; null if its own key signed it. */
export async function provenChains(db: Db, session: Session, wallet: string): Promise<readonly number[] | null> {
  const row = await db
    .selectFrom('session_proofs')
    .select('contract_chains')
    .where('token_hash', '=', session.tokenHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  return row === undefined ? [] : chainsOf(row);
}

/** The chains on which a contract vouched for a proof; null if the wallet's own key signed it. */
export function chainsOf({
  contract_chains: text,
}: {
  readonly contract_chains: string | null;
}): readonly number[] | null {
  return text === null ? null : text.split(',').map(Number);
}

/** Chains with credited payments of a wallet, on all of which its contract must vouch: each may have its own owner. */
export async function creditedChains(db: Db | Tx, wallet: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('chain_id')
    .distinct()
    .where('payer', '=', wallet)
    .where('status', '=', 'credited')
    .orderBy('chain_id')
    .execute();
  return rows.map((row) => Number(row.chain_id));
}

/** Whether the chains on which a contract vouched (null for the wallet's own key) cover the wallet's credits. */
export async function coversCredits(db: Db | Tx, wallet: string, chains: readonly number[] | null): Promise<boolean> {
  if (chains === null) return true;
  return (await creditedChains(db, wallet)).every((chainId) => chains.includes(chainId));
}
