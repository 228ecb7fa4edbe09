import { z } from 'zod';
import { grantViewBonus, MAX_VIEWS } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { VIDEO_BONUS } from '#src/server/community/airdrop/mission-points.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField } from '../fields.ts';
import { defineKind } from './kind.ts';

/** All views of a video so far, as its platform shows them. */
export const viewsField = z
  .string()
  .trim()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number)
  .refine((views) => views <= MAX_VIEWS, `must be at most ${MAX_VIEWS.toLocaleString('en')}: no video has more`)
  .meta({ description: 'Views of video {id}', type: 'number' });

/** Pays views beyond the amount one person may pay per day. Views paid since the proposal are not paid again. */
export const grantViews = defineKind({
  label: 'Pay the views of a video',
  input: z.object({ id: idField, views: viewsField }),
  subject: ({ id }) => `submission:${id}`,
  prepare: async ({ tx }, { id, views }) => {
    const video = await findVideo(tx, id);
    if (video === undefined) throw new StaffRefusal('There is no confirmed video with that number.');
    if (pointsFor(video, views) === 0) throw new StaffRefusal(PAID);
  },
  facts: async (db, { id, views }) => {
    const video = await findVideo(db, id);
    if (video === undefined) return [['Video', { text: 'is not confirmed any more', tone: 'bad' }]];
    const { link, view_thousands: paid } = video;
    return [
      ['Video', { text: link ?? 'deleted by its owner', ...(link === null ? {} : { link }) }],
      ['Views paid so far', String(paid * BigInt(VIDEO_BONUS.views))],
      ['Points to be paid now', String(pointsFor(video, views))],
    ];
  },
  run: async ({ tx, now }, { id, views }) => {
    const outcome = await grantViewBonus(tx, { submissionId: id, views }, now);
    if (!outcome.ok) throw new StaffRefusal('There is no confirmed video with that number.');
    if (outcome.points === 0) throw new StaffRefusal(PAID);
    return `${outcome.points} points for the views.`;
  },
});

const PAID = 'Views up to that number have been paid already.';

function findVideo(db: Db | Tx, id: bigint) {
  return db
    .selectFrom('mission_submissions')
    .select(['link', 'view_thousands'])
    .where('id', '=', id)
    .where('mission', '=', 'createVideo')
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
}

function pointsFor({ view_thousands: paid }: { view_thousands: bigint }, views: number): number {
  return Math.max(0, Math.floor(views / VIDEO_BONUS.views) - Number(paid)) * VIDEO_BONUS.points;
}
