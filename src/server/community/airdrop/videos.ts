import type { VideosResponse } from '#src/contract/airdrop.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

const SHOWN = 100;

/** Confirmed videos that staff have not taken off the list, newest first, without their owners. */
export async function approvedVideos(db: Db): Promise<VideosResponse> {
  const rows = await db
    .selectFrom('mission_submissions')
    .select(['id', 'platform', 'link', 'decided_at'])
    .where((where) => where.and({ mission: 'createVideo', status: 'confirmed', listed: 1n }))
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    videos: rows.flatMap(({ id, platform, link, decided_at: decidedAt }) =>
      platform === null || link === null || decidedAt === null
        ? []
        : [{ id: String(id), platform, link, approvedAt: isoTime(decidedAt) }],
    ),
  };
}

/** Shows a confirmed video on /video or hides it; its points stay. False if there is no such video. */
export async function listVideo(db: Db | Tx, submissionId: bigint, listed: boolean): Promise<boolean> {
  const row = await db
    .updateTable('mission_submissions')
    .set({ listed: listed ? 1n : 0n })
    .where((where) => where.and({ id: submissionId, mission: 'createVideo', status: 'confirmed' }))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
