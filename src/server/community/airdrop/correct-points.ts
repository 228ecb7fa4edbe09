import type { MissionId } from '#src/config/missions.ts';
import type { ReasonCode } from '#src/contract/airdrop.ts';
import { inTransaction } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendPoints, reversePoints } from './append-points.ts';
import { uncountReferral } from './count-referral.ts';
import { reconsider } from './establish.ts';

export type Correction = {
  /** In lower case. */
  readonly wallet: string;
  /** The participant sees it in the points history. */
  readonly reasonCode: ReasonCode;
  readonly staffId: string;
} & (
  | {
      readonly mission: MissionId;
      /** Whole points, not 0. */
      readonly points: number;
      /** The decision behind it, for example one by two people; works once per wallet and mission. */
      readonly reference: string;
    }
  /** Reverses a whole entry; if a confirmed submission is behind it, that becomes rejected. */
  | { readonly reverses: bigint }
);

export type CorrectionOutcome =
  | { readonly ok: true; readonly entryId: bigint; readonly totalPoints: number }
  | { readonly ok: false; readonly code: 'entry_not_found' | 'already_done' | 'below_zero' | 'no_points' };

/** Rolls back a transaction in which points would fall below zero. */
class BelowZeroError extends Error {
  override readonly name = 'BelowZeroError';
}

/** Adds or removes points with a separate entry; never changes or deletes one. The total never falls below zero. */
export async function correctPoints(db: Db | Tx, correction: Correction, now: number): Promise<CorrectionOutcome> {
  const at = BigInt(now);
  try {
    return await inTransaction(db, async (tx): Promise<CorrectionOutcome> => {
      const entryId =
        'reverses' in correction ? await reverseEntry(tx, correction, at) : await addEntry(tx, correction, at);
      if (typeof entryId !== 'bigint') return { ok: false, code: entryId };
      const { points } = await tx
        .selectFrom('participants')
        .select('points')
        .where('wallet', '=', correction.wallet)
        .executeTakeFirstOrThrow();
      if (points < 0n) throw new BelowZeroError();
      return { ok: true, entryId, totalPoints: Number(points) };
    });
  } catch (error) {
    if (error instanceof BelowZeroError) return { ok: false, code: 'below_zero' };
    throw error;
  }
}

async function addEntry(
  tx: Tx,
  correction: Extract<Correction, { points: number }>,
  at: bigint,
): Promise<bigint | 'already_done' | 'no_points'> {
  const { wallet, points, mission, reasonCode, reference } = correction;
  if (!Number.isSafeInteger(points) || points === 0) return 'no_points';
  const source = `correction:${reference}`;
  const id = await appendPoints(tx, { wallet, points, mission, reason: 'correction', reasonCode, source }, at);
  return id ?? 'already_done';
}

/** Reverses a whole entry whatever total remains, and what followed from its confirmed submission. */
export async function reverseEntry(
  tx: Tx,
  correction: Extract<Correction, { reverses: bigint }>,
  at: bigint,
): Promise<bigint | 'entry_not_found' | 'already_done'> {
  const { wallet, reasonCode, staffId } = correction;
  const entry = await tx
    .selectFrom('point_entries')
    .selectAll()
    .where((where) => where.and({ id: correction.reverses, wallet, reverses: null }))
    .executeTakeFirst();
  if (entry === undefined) return 'entry_not_found';
  const submission = /^submission:(\d+)(?::\d+)?$/.exec(entry.source)?.[1];
  const behind = entry.reason === 'mission' && submission !== undefined ? BigInt(submission) : null;
  if (behind !== null) {
    // Locks its row before the wallet's total, in the same order as a review and a view bonus do.
    await tx
      .updateTable('mission_submissions')
      .set((select) => ({ status: select.ref('status') }))
      .where('id', '=', behind)
      .execute();
  }
  const id = await reversePoints(tx, entry, reasonCode, at);
  if (id === null) return 'already_done';
  if (behind !== null) {
    await tx
      .updateTable('mission_submissions')
      .set({ status: 'rejected', reason_code: reasonCode, decided_at: at, decided_by: staffId })
      .where('id', '=', behind)
      .execute();
    await reconsider(tx, wallet);
    await uncountReferral(tx, wallet, entry.source, at);
    await reverseViews(tx, { wallet, video: behind }, reasonCode, at);
  }
  return id;
}

/** Also reverses a video's view bonuses. */
async function reverseViews(
  tx: Tx,
  { wallet, video }: { readonly wallet: string; readonly video: bigint },
  code: ReasonCode,
  at: bigint,
): Promise<void> {
  const paid = await tx
    .selectFrom('point_entries')
    .selectAll()
    .where('wallet', '=', wallet)
    .where('source', 'like', `views:${video}:%`)
    .where('reverses', 'is', null)
    .orderBy('id')
    .execute();
  for (const entry of paid) await reversePoints(tx, entry, code, at);
}
