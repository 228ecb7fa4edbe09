import { z } from 'zod';
import { grantViewBonus, MAX_VIEWS } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { VIDEO_BONUS } from '#src/server/community/airdrop/mission-points.ts';
import { listVideo } from '#src/server/community/airdrop/videos.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { type Actor, HOST } from '../../auth/actor.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, yesNoField } from '../fields.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

const NOT_CONFIRMED = 'There is no confirmed video with that number.';
const INVALID = 'That is not a valid number of views.';
const PAID = 'Views up to that number have been paid already.';

/** All views of a video so far, as its platform shows them. */
const viewsField = z
  .string()
  .trim()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number)
  .refine((views) => views <= MAX_VIEWS, `must be at most ${MAX_VIEWS.toLocaleString('en')}: no video has more`)
  .meta({ description: 'Views of video {id}', type: 'number' });

const subject = ({ id }: { readonly id: bigint }) => `submission:${id}`;

export const videoCommands: Commands = {
  'grant-views': defineCommand({
    summary: 'Pay what a confirmed video has earned by its views so far; above a daily limit, this takes two managers',
    role: 'reviewer',
    input: z.object({ id: idField, views: viewsField }),
    subject,
    run: async ({ tx, context, actor, now }, { id, views }) => {
      const thousandsPerDay = context.env.VIEW_THOUSANDS_PER_DAY;
      const alone = { person: await personBehind(tx, actor), thousandsPerDay };
      const outcome = await grantViewBonus(tx, { submissionId: id, views, alone }, now);
      if (!outcome.ok && outcome.code === 'above_limit')
        throw new StaffRefusal(aboveLimit(outcome.max, thousandsPerDay));
      if (!outcome.ok) throw new StaffRefusal(outcome.code === 'not_confirmed' ? NOT_CONFIRMED : INVALID);
      const { points } = outcome;
      return { message: `${points} points for the views.`, detail: { points } };
    },
  }),

  'list-video': defineCommand({
    summary: 'Show a confirmed video on /video, or take it off; its points stay',
    role: 'reviewer',
    input: z.object({ id: idField, listed: yesNoField }),
    subject,
    run: async ({ tx }, { id, listed }) => {
      if (!(await listVideo(tx, id, listed))) throw new StaffRefusal(NOT_CONFIRMED);
      return listed ? 'The video is on /video.' : 'The video is off /video.';
    },
  }),
};

export const videoProposals: Proposals = {
  /** Pays views beyond the amount one person may pay per day. Views paid since the proposal are not paid again. */
  'grant-views': defineKind({
    label: 'Pay the views of a video',
    input: z.object({ id: idField, views: viewsField }),
    subject,
    prepare: async ({ tx }, { id, views }) => {
      const video = await findVideo(tx, id);
      if (video === undefined) throw new StaffRefusal(NOT_CONFIRMED);
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
      if (!outcome.ok) throw new StaffRefusal(NOT_CONFIRMED);
      if (outcome.points === 0) throw new StaffRefusal(PAID);
      return `${outcome.points} points for the views.`;
    },
  }),
};

function findVideo(db: Db | Tx, id: bigint) {
  return db
    .selectFrom('mission_submissions')
    .select(['link', 'view_thousands'])
    .where((where) => where.and({ id, mission: 'createVideo', status: 'confirmed' }))
    .executeTakeFirst();
}

function pointsFor({ view_thousands: paid }: { view_thousands: bigint }, views: number): number {
  return Math.max(0, Math.floor(views / VIDEO_BONUS.views) - Number(paid)) * VIDEO_BONUS.points;
}

/** `most`: the highest number of views that may still be entered today, 0 for none. */
function aboveLimit(max: number, thousandsPerDay: number): string {
  const number = (value: number) => value.toLocaleString('en');
  const views = number(thousandsPerDay * VIDEO_BONUS.views);
  return [
    `One person pays at most ${views} views of a video a day (UTC), together with the reviewers they invited.`,
    max === 0 ? 'None are left for this video today.' : `Today you can enter up to ${number(max)} for it.`,
    'For more, ask a manager to propose the whole number on the Videos screen; another manager approves it.',
  ].join(' ');
}

/** Whose limits count: a reviewer's are those of the manager who invited them, and so could be the reviewer too. */
async function personBehind(tx: Tx, actor: Actor): Promise<string> {
  if (actor.kind === 'host' || actor.role === 'manager') return actor.name;
  const { invited_by: inviter } = await tx
    .selectFrom('staff_accounts')
    .select('invited_by')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return inviter === null || inviter === HOST.name ? actor.name : inviter;
}
