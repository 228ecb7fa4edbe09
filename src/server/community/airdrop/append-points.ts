import { sql } from 'kysely';
import type { MissionId } from '#src/config/missions.ts';
import type { PointReason, ReasonCode } from '#src/contract/airdrop.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';

export interface PointEntry {
  readonly wallet: string;
  readonly points: number;
  readonly mission: MissionId;
  readonly reason: PointReason;
  readonly reasonCode?: ReasonCode;
  /** Where the entry comes from; the same source pays a wallet once per mission. */
  readonly source: string;
  readonly reverses?: bigint;
}

/**
 * Writes one entry of the points ledger and updates the wallet's total: the only way to add or remove points. Returns
 * the entry's id, or null if that source has already counted.
 */
export async function appendPoints(tx: Tx, entry: PointEntry, at: bigint): Promise<bigint | null> {
  const { wallet, mission, reason, source } = entry;
  const points = BigInt(entry.points);
  const inserted = await tx
    .insertInto('point_entries')
    .values({
      wallet,
      points,
      mission,
      reason,
      reason_code: entry.reasonCode ?? null,
      source,
      reverses: entry.reverses ?? null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return null;
  await tx
    .insertInto('participants')
    .values({ wallet, points, referral_code: null, created_at: at })
    .onConflict((conflict) =>
      conflict.column('wallet').doUpdateSet({ points: sql<bigint>`participants.points + excluded.points` }),
    )
    .execute();
  return inserted.id;
}

/** Reverses an entry with another one; null if somebody did before. */
export async function reversePoints(
  tx: Tx,
  entry: { readonly id: bigint; readonly wallet: string; readonly points: bigint; readonly mission: MissionId },
  reasonCode: ReasonCode,
  at: bigint,
): Promise<bigint | null> {
  return appendPoints(
    tx,
    {
      wallet: entry.wallet,
      points: -Number(entry.points),
      mission: entry.mission,
      reason: 'reversal',
      reasonCode,
      source: `reversal:${entry.id}`,
      reverses: entry.id,
    },
    at,
  );
}
