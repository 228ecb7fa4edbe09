import { z } from 'zod';
import { MISSION_IDS, type MissionId } from '#src/config/missions.ts';
import { REASON_CODES, type ReasonCode } from '#src/contract/airdrop.ts';
import { decideAppeal } from '#src/server/community/airdrop/appeals.ts';
import { type CorrectionOutcome, correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField, walletField, yesNoField } from '../fields.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

/** The reviewer's text for each reason; the participant reads the site's own text, in their language. */
const REASON_LABELS: Readonly<Record<ReasonCode, string>> = {
  'account-not-found': 'The account does not exist',
  'account-like-bot': 'The account looks like a bot',
  'account-taken': 'The account was used by another wallet',
  'action-not-found': 'The follow, post or repost was not found',
  'rules-not-followed': 'The requirements are not met',
  'content-not-public': 'The content is not public',
  'content-copied': 'The content is somebody else’s',
  'content-unlawful': 'The content is unlawful or harmful',
  duplicate: 'Submitted before',
  abuse: 'Abuse of the airdrop',
  mistake: 'Our mistake',
  other: 'Another reason (see the note)',
};

const REFUSALS = {
  not_pending: 'Somebody has already decided this submission.',
  account_taken:
    'This name or video has counted for another wallet. Without the code of a disputed name it can only be rejected.',
  reason_needed: 'A rejection needs its reason.',
  not_open: 'Somebody has already decided this appeal.',
  same_person: 'You made the decision under appeal: somebody else has to review it.',
  entry_not_found: 'The wallet has no such entry that could be taken back.',
  already_done: 'This has been done before.',
  below_zero: 'The wallet would have fewer than no points.',
  no_points: 'That is no number of points.',
} as const;

/** Throws the sentence of a refusal. */
function accept<Outcome extends { readonly ok: boolean }>(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (outcome.ok) return outcome as Extract<Outcome, { ok: true }>;
  const { code } = outcome as unknown as { code: keyof typeof REFUSALS };
  throw new StaffRefusal(REFUSALS[code]);
}

const submission = ({ id }: { readonly id: bigint }) => `submission:${id}`;

/** Submissions of missions, and appeals. */
export const airdropCommands: Commands = {
  'approve-submission': defineCommand({
    summary: 'Confirm a submission: its points are credited',
    role: 'reviewer',
    input: z.object({
      id: idField,
      found: yesNoField.default(false).describe('The code of a disputed name was found: the name moves to this wallet'),
    }),
    subject: submission,
    run: async ({ tx, actor, now }, { id, found }) => {
      const approval = { submissionId: id, decision: 'approve', codeFound: found, staffId: actor.name } as const;
      const { movedFrom } = accept(await decideMissionEntry(tx, approval, now));
      if (movedFrom === undefined) return `Submission ${id} is approved.`;
      const message = `Submission ${id} is approved. Its name no longer counts for ${movedFrom}.`;
      return { message, detail: { movedFrom } };
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
    subject: submission,
    run: async ({ tx, actor, now }, { id, reason, note }) => {
      const rejection = { submissionId: id, reasonCode: reason, note: note === '' ? null : note, staffId: actor.name };
      accept(await decideMissionEntry(tx, { ...rejection, decision: 'reject' }, now));
      return `Submission ${id} is rejected.`;
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
    subject: ({ id }) => `appeal:${id}`,
    run: async ({ tx, actor, now }, { id, decision, answer }) => {
      await refuseOwnCorrection(tx, id, actor.name);
      accept(await decideAppeal(tx, { appealId: id, decision, answer, staffId: actor.name }, now));
      return `Appeal ${id} is answered.`;
    },
  }),
};

const reasonCode = z.enum(REASON_CODES).meta({
  description: 'Reason the participant sees',
  labels: REASON_LABELS,
});

export const airdropProposals: Proposals = {
  /** Gives or takes points by a separate entry. */
  'correct-points': defineKind({
    label: 'Give or take airdrop points',
    input: z.object({
      wallet: walletField,
      mission: z.enum(MISSION_IDS as [MissionId, ...MissionId[]]),
      points: z
        .string()
        .trim()
        .regex(/^[+-]?[1-9]\d{0,8}$/, 'must be a whole number')
        .transform(Number)
        .describe('Points (a minus takes them away)'),
      code: reasonCode,
    }),
    subject: ({ wallet }) => `wallet:${wallet}`,
    run: async ({ tx, actor, now, proposalId }, { wallet, mission, points, code }) => {
      const reference = `proposal-${proposalId}`;
      const correction = { wallet, mission, points, reasonCode: code, staffId: actor.name, reference };
      return total(await correctPoints(tx, correction, now));
    },
  }),

  /** Reverses one whole entry of the points ledger. */
  'reverse-points': defineKind({
    label: 'Take an entry of airdrop points back',
    input: z.object({
      wallet: walletField,
      entry: idField.meta({ description: 'Number of the entry', type: 'number' }),
      code: reasonCode,
    }),
    subject: ({ wallet }) => `wallet:${wallet}`,
    run: async ({ tx, actor, now }, { wallet, entry, code }) =>
      total(await correctPoints(tx, { wallet, reverses: entry, reasonCode: code, staffId: actor.name }, now)),
  }),
};

function total(outcome: CorrectionOutcome): string {
  return `The wallet has ${accept(outcome).totalPoints} points now.`;
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
