import { sql } from 'kysely';
import type { MissionId } from '#src/config/missions.ts';
import type { PointReason, ReasonCode } from '#src/contract/airdrop.ts';
import { sendTogether } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { recordStatements, takeNumbers } from '#src/server/platform/records/append-record.ts';
import { committedTo, pointsDay, pointsEntries } from '#src/server/platform/records/record-points.ts';

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

/** The only way to add or remove points. Returns the entry's id; null if its source has already counted. */
export async function appendPoints(tx: Tx, entry: PointEntry, at: bigint): Promise<bigint | null> {
  const { wallet, mission, reason, source } = entry;
  const points = BigInt(entry.points);
  const row = { wallet, points, mission, reason, source, reverses: entry.reverses ?? null, created_at: at };
  const inserted = await tx
    .insertInto('point_entries')
    .values({ ...row, reason_code: entry.reasonCode ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return null;
  const [[head], committed] = await sendTogether(
    tx,
    takeNumbers(tx, 'points', pointsDay(at), 1),
    committedTo(tx, [row]),
    tx
      .insertInto('participants')
      .values({ wallet, points, referral_code: null, created_at: at })
      .onConflict((conflict) =>
        conflict.column('wallet').doUpdateSet({ points: sql<bigint>`participants.points + excluded.points` }),
      )
      .compile(),
  );
  const records = await pointsEntries(tx, [{ ...inserted, ...row }], committed);
  await sendTogether(tx, ...recordStatements(tx, head, records));
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
