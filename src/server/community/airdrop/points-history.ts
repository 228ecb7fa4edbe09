import { HISTORY_SHOWN, type PointsHistory } from '#src/contract/airdrop.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

/** A wallet's entries before the id `before`, newest first; only the wallet itself sees answers to its objections. */
export async function pointsHistory(
  db: Db,
  wallet: string,
  before: number | undefined,
  { max = HISTORY_SHOWN, own = false }: { readonly max?: number; readonly own?: boolean } = {},
): Promise<PointsHistory> {
  let query = db
    .selectFrom('point_entries')
    .leftJoin('appeals', 'appeals.entry_id', 'point_entries.id')
    .selectAll('point_entries')
    .select(['appeals.state as appeal', 'appeals.answer as answer'])
    .where('point_entries.wallet', '=', wallet);
  if (before !== undefined) query = query.where('point_entries.id', '<', BigInt(before));
  const rows = await query
    .orderBy('point_entries.id', 'desc')
    .limit(max + 1)
    .execute();
  const total = await db.selectFrom('participants').select('points').where('wallet', '=', wallet).executeTakeFirst();
  const page = rows.slice(0, max);
  return {
    totalPoints: Number(total?.points ?? 0n),
    entries: page.map((row) => ({
      id: String(row.id),
      time: isoTime(row.created_at),
      mission: row.mission,
      points: Number(row.points),
      reason: row.reason,
      reasonCode: row.reason_code,
      // What the invited wallet did is private: show only its kind.
      source: row.reason === 'referral' ? (row.source.split(':')[0] ?? '') : row.source,
      reverses: row.reverses === null ? null : String(row.reverses),
      appeal: row.appeal,
      appealAnswer: own ? row.answer : null,
    })),
    next: rows.length > max ? Number(page.at(-1)?.id ?? 0n) : null,
  };
}
