import { inTransaction } from '../database/in-transaction.ts';
import type { Db, Tx } from '../database/tables.ts';
import { appendPoints } from './append-points.ts';
import { VIDEO_BONUS } from './mission-points.ts';

export interface ViewCount {
  readonly submissionId: bigint;
  /** Views that the platform shows now. */
  readonly views: number;
}

export type ViewBonusOutcome =
  | { readonly ok: true /** 0 where no further thousand is full. */; readonly points: number }
  | { readonly ok: false; readonly code: 'not_confirmed' | 'invalid_views' };

/** Pays what a confirmed video has earned by views since the last time: 100 points for each full 1,000, each once. */
export async function grantViewBonus(
  db: Db | Tx,
  { submissionId, views }: ViewCount,
  now: number,
): Promise<ViewBonusOutcome> {
  if (!Number.isSafeInteger(views) || views < 0) return { ok: false, code: 'invalid_views' };
  const reached = BigInt(Math.floor(views / VIDEO_BONUS.views));
  return inTransaction(db, async (tx): Promise<ViewBonusOutcome> => {
    const row = await tx
      .updateTable('mission_submissions')
      .set((select) => ({ view_thousands: select.ref('view_thousands') }))
      .where('id', '=', submissionId)
      .where('mission', '=', 'createVideo')
      .where('status', '=', 'confirmed')
      .returning(['wallet', 'view_thousands'])
      .executeTakeFirst();
    if (row === undefined) return { ok: false, code: 'not_confirmed' };
    const thousands = reached - row.view_thousands;
    if (thousands <= 0n) return { ok: true, points: 0 };
    await tx
      .updateTable('mission_submissions')
      .set({ view_thousands: reached })
      .where('id', '=', submissionId)
      .execute();
    const points = Number(thousands) * VIDEO_BONUS.points;
    const source = `views:${submissionId}:${reached}`;
    await appendPoints(
      tx,
      { wallet: row.wallet, points, mission: 'createVideo', reason: 'video-views', source },
      BigInt(now),
    );
    return { ok: true, points };
  });
}
