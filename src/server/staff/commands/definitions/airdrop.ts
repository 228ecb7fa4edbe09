import { z } from 'zod';
import { REASON_CODES } from '#src/contract/airdrop.ts';
import { decideAppeal } from '#src/server/community/airdrop/appeals.ts';
import { grantViewBonus } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { VIDEO_BONUS } from '#src/server/community/airdrop/mission-points.ts';
import { reviewMissionEntry } from '#src/server/community/airdrop/review-mission-entry.ts';
import { listVideo } from '#src/server/community/airdrop/videos.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { personBehind } from '../../auth/person-behind.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField, yesNoField } from '../fields.ts';
import { viewsField } from '../proposals/grant-views.ts';
import { REASON_LABELS } from '../reason-labels.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

const REFUSALS = {
  not_pending: 'Somebody has already decided this submission.',
  account_taken:
    'This name or video has counted for another wallet. Without the code of a disputed name it can only be rejected.',
  reason_needed: 'A rejection needs its reason.',
  not_open: 'Somebody has already decided this appeal.',
  same_person: 'You made the decision under appeal: somebody else has to review it.',
  not_confirmed: 'There is no confirmed video with that number.',
  invalid_views: 'That is not a valid number of views.',
} as const;

/** Throws the sentence of a refusal. */
function accept<Outcome extends { readonly ok: boolean }>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (outcome.ok) return outcome as Extract<Outcome, { ok: true }>;
  const { code } = outcome as unknown as { code: keyof typeof REFUSALS };
  throw new StaffRefusal(REFUSALS[code]);
}

/** Submissions of missions, videos and appeals. */
export const airdropCommands: Readonly<Record<string, StaffCommand>> = {
  'approve-submission': defineCommand({
    summary: 'Confirm a submission: its points are credited',
    role: 'reviewer',
    input: z.object({
      id: idField,
      found: yesNoField.default(false).describe('The code of a disputed name was found: the name moves to this wallet'),
    }),
    run: async ({ tx, actor, now }, { id, found }) => {
      const review = { submissionId: id, decision: 'approve', codeFound: found, staffId: actor.name } as const;
      const { movedFrom } = accept(await reviewMissionEntry(tx, review, now));
      const subject = `submission:${id}`;
      if (movedFrom === undefined) return { message: `Submission ${id} is approved.`, subject };
      const message = `Submission ${id} is approved. Its name no longer counts for ${movedFrom}.`;
      return { message, subject, detail: { movedFrom } };
    },
  }),

  'reject-submission': defineCommand({
    summary: 'Reject a submission; the participant sees reason and note',
    role: 'reviewer',
    input: z.object({
      id: idField,
      reason: z.enum(REASON_CODES).meta({ labels: REASON_LABELS }),
      note: textField(500).default('').describe('Note to the participant'),
    }),
    run: async ({ tx, actor, now }, { id, reason, note }) => {
      const review = { submissionId: id, reasonCode: reason, note: note === '' ? null : note, staffId: actor.name };
      accept(await reviewMissionEntry(tx, { ...review, decision: 'reject' }, now));
      return { message: `Submission ${id} is rejected.`, subject: `submission:${id}` };
    },
  }),

  'grant-views': defineCommand({
    summary: 'Pay what a confirmed video has earned by its views so far; above a daily limit, this takes two managers',
    role: 'reviewer',
    input: z.object({ id: idField, views: viewsField }),
    run: async ({ tx, context, actor, now }, { id, views }) => {
      const thousandsPerDay = context.env.VIEW_THOUSANDS_PER_DAY;
      const alone = { person: await personBehind(tx, actor), thousandsPerDay };
      const outcome = await grantViewBonus(tx, { submissionId: id, views, alone }, now);
      if (!outcome.ok && outcome.code === 'above_limit')
        throw new StaffRefusal(aboveLimit(outcome.max, thousandsPerDay));
      const { points } = accept(outcome);
      return { message: `${points} points for the views.`, subject: `submission:${id}`, detail: { points } };
    },
  }),

  'list-video': defineCommand({
    summary: 'Show a confirmed video on /video, or take it off; its points stay',
    role: 'reviewer',
    input: z.object({ id: idField, listed: yesNoField }),
    run: async ({ tx }, { id, listed }) => {
      if (!(await listVideo(tx, id, listed))) throw new StaffRefusal(REFUSALS.not_confirmed);
      return { message: listed ? 'The video is on /video.' : 'The video is off /video.', subject: `submission:${id}` };
    },
  }),

  'decide-appeal': defineCommand({
    summary: 'Answer an appeal (grant or uphold); not by the person who made the decision',
    role: 'reviewer',
    input: z.object({
      id: idField,
      decision: z.enum(['uphold', 'grant']).meta({
        labels: { uphold: 'Uphold the decision', grant: 'Grant the appeal' },
      }),
      answer: textField(1_000, 1).meta({ description: 'Answer to the participant', type: 'textarea' }),
    }),
    run: async ({ tx, actor, now }, { id, decision, answer }) => {
      await refuseOwnCorrection(tx, id, actor.name);
      accept(await decideAppeal(tx, { appealId: id, decision, answer, staffId: actor.name }, now));
      return { message: `Appeal ${id} is answered.`, subject: `appeal:${id}` };
    },
  }),
};

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

/** An appeal about points that two people took needs a third person. */
async function refuseOwnCorrection(tx: Tx, appealId: bigint, name: string): Promise<void> {
  const entry = await tx
    .selectFrom('appeals')
    .innerJoin('point_entries', 'point_entries.id', 'appeals.entry_id')
    .select(['point_entries.wallet', 'point_entries.source', 'point_entries.reverses'])
    .where('appeals.id', '=', appealId)
    .executeTakeFirst();
  if (entry === undefined) return;
  const proposals = await tx
    .selectFrom('staff_proposals as proposal')
    .innerJoin('staff_accounts as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('staff_accounts as decider', 'decider.id', 'proposal.decided_by')
    .select([
      'proposal.id',
      'proposal.kind',
      'proposal.payload',
      'proposer.name as proposer',
      'decider.name as decider',
    ])
    .where('proposal.subject', '=', `wallet:${entry.wallet}`)
    .where('proposal.state', '=', 'approved')
    .execute();
  const behind = proposals.find(({ id, kind, payload }) =>
    entry.reverses === null
      ? entry.source === `correction:proposal-${id}`
      : kind === 'reverse-points' && (JSON.parse(payload) as { entry?: string }).entry === String(entry.reverses),
  );
  if (behind?.proposer === name || behind?.decider === name) throw new StaffRefusal(REFUSALS.same_person);
}
