import { sql } from 'kysely';
import { inTransaction } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendPoints } from './append-points.ts';
import { VIDEO_BONUS } from './mission-points.ts';
import { utcDay } from './utc-day.ts';

/** No video has that many views; a larger number is a typo, even if two people agree on it. */
export const MAX_VIEWS = 20_000_000_000;

export interface ViewCount {
  readonly submissionId: bigint;
  /** The platform's current number of views. */
  readonly views: number;
  /** The person who pays alone, and how many thousands of views that person may pay per video and UTC day. */
  readonly alone?: { readonly person: string; readonly thousandsPerDay: number };
}

export type ViewBonusOutcome =
  | { readonly ok: true /** 0 where no further thousand is full. */; readonly points: number }
  | { readonly ok: false; readonly code: 'not_confirmed' | 'invalid_views' }
  /** `max` is the highest number of views that this person may still enter today; 0 if none. */
  | { readonly ok: false; readonly code: 'above_limit'; readonly max: number };

/** Pays a confirmed video for its views since the last time: 100 points for each full 1,000, each once. */
export async function grantViewBonus(
  db: Db | Tx,
  { submissionId, views, alone }: ViewCount,
  now: number,
): Promise<ViewBonusOutcome> {
  if (!Number.isSafeInteger(views) || views < 0 || views > MAX_VIEWS) return { ok: false, code: 'invalid_views' };
  const reached = BigInt(Math.floor(views / VIDEO_BONUS.views));
  return inTransaction(db, async (tx): Promise<ViewBonusOutcome> => {
    // The UPDATE locks the row, so that people who pay for a video at once take turns.
    const row = await tx
      .updateTable('mission_submissions')
      .set((select) => ({ view_thousands: select.ref('view_thousands') }))
      .where((where) => where.and({ id: submissionId, mission: 'createVideo', status: 'confirmed' }))
      .returning(['wallet', 'view_thousands'])
      .executeTakeFirst();
    if (row === undefined) return { ok: false, code: 'not_confirmed' };
    const thousands = reached - row.view_thousands;
    if (thousands <= 0n) return { ok: true, points: 0 };
    if (alone !== undefined) {
      const left = await takeFromLimit(tx, { submissionId, thousands, ...alone }, now);
      if (left !== null) return { ok: false, code: 'above_limit', max: highestWith(row.view_thousands, left) };
    }
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

/** Null if thousands of views fit a person's limit for a video today, else the rest of it. The caller holds its row. */
async function takeFromLimit(
  tx: Tx,
  {
    submissionId,
    person,
    thousands,
    thousandsPerDay,
  }: { submissionId: bigint; person: string; thousands: bigint; thousandsPerDay: number },
  now: number,
): Promise<bigint | null> {
  const day = utcDay(now);
  const before = await tx
    .selectFrom('view_grants')
    .select('thousands')
    .where((where) => where.and({ submission_id: submissionId, person, day }))
    .executeTakeFirst();
  const left = BigInt(thousandsPerDay) - (before?.thousands ?? 0n);
  if (thousands > left) return left > 0n ? left : 0n;
  await tx
    .insertInto('view_grants')
    .values({ submission_id: submissionId, person, day, thousands })
    .onConflict((conflict) =>
      conflict
        .columns(['submission_id', 'person', 'day'])
        .doUpdateSet({ thousands: sql<bigint>`view_grants.thousands + excluded.thousands` }),
    )
    .execute();
  return null;
}

/** The highest number of views that pays `left` more thousands; 0 if none is left. */
function highestWith(paid: bigint, left: bigint): number {
  return left === 0n ? 0 : Number(paid + left + 1n) * VIDEO_BONUS.views - 1;
}
