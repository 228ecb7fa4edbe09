import { z } from 'zod';
import { MISSION_IDS, type MissionId } from '#src/config/missions.ts';
import { REASON_CODES } from '#src/contract/airdrop.ts';
import { type CorrectionOutcome, correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, walletField } from '../fields.ts';
import { REASON_LABELS } from '../reason-labels.ts';
import { defineKind } from './kind.ts';

const reasonCode = z.enum(REASON_CODES).meta({
  description: 'Reason the participant sees',
  labels: REASON_LABELS,
});

/** Gives or takes points by a separate entry. */
export const correctPointsKind = defineKind({
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
    return outcome(await correctPoints(tx, correction, now));
  },
});

/** Reverses one whole entry of the points ledger. */
export const reversePointsKind = defineKind({
  label: 'Take an entry of airdrop points back',
  input: z.object({
    wallet: walletField,
    entry: idField.meta({ description: 'Number of the entry', type: 'number' }),
    code: reasonCode,
  }),
  subject: ({ wallet }) => `wallet:${wallet}`,
  run: async ({ tx, actor, now }, { wallet, entry, code }) =>
    outcome(await correctPoints(tx, { wallet, reverses: entry, reasonCode: code, staffId: actor.name }, now)),
});

const REFUSALS = {
  entry_not_found: 'The wallet has no such entry that could be taken back.',
  already_done: 'This has been done before.',
  below_zero: 'The wallet would have fewer than no points.',
  no_points: 'That is no number of points.',
} as const;

function outcome(result: CorrectionOutcome): string {
  if (!result.ok) throw new StaffRefusal(REFUSALS[result.code]);
  return `The wallet has ${result.totalPoints} points now.`;
}
