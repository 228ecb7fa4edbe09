import { z } from 'zod';
import { StaffRefusal } from '../auth/refusal.ts';
import { airdropProposals } from './actions/airdrop.ts';
import { buildProposals } from './actions/builds.ts';
import { creditProposals } from './actions/credit-payment.ts';
import { distributorProposals } from './actions/distributors.ts';
import { handoverProposals } from './actions/handover.ts';
import { ledgerProposals } from './actions/ledger.ts';
import { peopleProposals } from './actions/people.ts';
import { recordedProposals } from './actions/record-payment.ts';
import { refundProposals } from './actions/record-refund.ts';
import { returnProposals } from './actions/return-payment.ts';
import { saleProposals } from './actions/sale.ts';
import { settingProposals } from './actions/settings.ts';
import { videoProposals } from './actions/videos.ts';
import { idField, reasonField, textField } from './fields.ts';
import {
  type CommandCall,
  type CommandOutcome,
  type Commands,
  defineCommand,
  type ProposalKind,
  type Proposals,
  type StaffCommand,
} from './staff-command.ts';

/** Everything that one person can never do alone. */
export const PROPOSAL_KINDS: Proposals = {
  ...ledgerProposals,
  ...creditProposals,
  ...recordedProposals,
  ...returnProposals,
  ...refundProposals,
  ...airdropProposals,
  ...videoProposals,
  ...saleProposals,
  ...handoverProposals,
  ...settingProposals,
  ...buildProposals,
  ...distributorProposals,
  ...peopleProposals,
};

/** Only some kinds ask for it. */
const rootField = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .default('')
  .describe('Root that your own machine computed: npm run allocation -- verify URL');

const proposal = ({ id }: { readonly id: bigint }) => `proposal:${id}`;

/** For each kind a command that proposes it, and three that decide it. */
export const proposalCommands: Commands = {
  ...Object.fromEntries(
    Object.entries(PROPOSAL_KINDS).map(([name, kind]) => [`propose-${name}`, proposeCommand(name, kind)]),
  ),

  'approve-proposal': defineCommand({
    summary: 'Carry out what another manager proposed',
    role: 'manager',
    input: z.object({ id: idField, root: rootField }),
    subject: proposal,
    look: async (context, { id, root }) => {
      const row = await context.db
        .selectFrom('staff_proposals')
        .select(['kind', 'payload', 'state'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.state !== 'open') return undefined;
      const { kind, input } = readProposal(row);
      await kind.confirm?.(context, root);
      return kind.plan === undefined ? kind.look?.(context, input) : kind.plan(context, input);
    },
    run: async (call, { id }, seen) => {
      const row = await decide(call, id, 'approved');
      const { kind, input } = readProposal(row);
      const approval = { ...call, proposalId: id, tokenHash: row.token_hash };
      const message = await kind.run(approval, input, seen);
      return { message, subject: row.subject, detail: { kind: row.kind, payload: row.payload } };
    },
  }),

  'refuse-proposal': defineCommand({
    summary: 'Turn down what another manager proposed',
    role: 'manager',
    input: z.object({ id: idField, note: textField(1_000, 1) }),
    subject: proposal,
    run: (call, { id }) => close(call, id, 'refused'),
  }),

  'withdraw-proposal': defineCommand({
    summary: 'Take back what you proposed yourself',
    role: 'manager',
    input: z.object({ id: idField }),
    subject: proposal,
    run: (call, { id }) => close(call, id, 'withdrawn'),
  }),
};

async function close(call: CommandCall, id: bigint, state: 'refused' | 'withdrawn'): Promise<CommandOutcome> {
  const { subject, kind } = await decide(call, id, state);
  return { message: `The proposal is ${state}.`, subject, detail: { kind } };
}

/** Throws StaffRefusal if it was made by another version that knew other kinds or fields. */
function readProposal(row: { readonly kind: string; readonly payload: string }): { kind: ProposalKind; input: never } {
  const kind = PROPOSAL_KINDS[row.kind];
  if (kind === undefined) throw new StaffRefusal('This kind of proposal no longer exists.');
  const input = kind.input.safeParse(JSON.parse(row.payload));
  if (!input.success) throw new StaffRefusal('This proposal can no longer be read.');
  return { kind, input: input.data as never };
}

function proposeCommand(name: string, kind: ProposalKind): StaffCommand {
  return defineCommand({
    summary: `${kind.label} (proposes; another manager decides)`,
    role: 'manager',
    input: z.object({ ...kind.input.shape, reason: reasonField }),
    subject: (input) => kind.subject(input as never),
    ...(kind.look === undefined ? {} : { look: async (context, input) => kind.look?.(context, input as never) }),
    run: async (call, { reason, ...input }, seen) => {
      const { tx, actor, now, typed } = call;
      const subject = kind.subject(input as never);
      const { message = '', tokenHash = null } = (await kind.prepare?.(call, input as never, seen)) ?? {};
      // As typed: on approval it is parsed once more, by the same schema.
      const payload = Object.fromEntries(Object.keys(kind.input.shape).map((field) => [field, typed[field]]));
      const { id } = await tx
        .insertInto('staff_proposals')
        .values({
          kind: name,
          subject,
          payload: JSON.stringify(payload),
          reason: String(reason),
          state: 'open',
          proposed_by: accountOf(actor),
          proposed_at: BigInt(now),
          decided_by: null,
          decided_at: null,
          token_hash: tokenHash,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return {
        message: `Proposal ${id} waits for another manager. ${message}`.trim(),
        detail: { proposal: String(id) },
      };
    },
  });
}

/** Locks an open proposal for this transaction; its proposer may only withdraw it, everybody else only decide it. */
async function decide({ tx, actor, now }: CommandCall, id: bigint, state: 'approved' | 'refused' | 'withdrawn') {
  const account = accountOf(actor);
  const row = await tx
    .updateTable('staff_proposals')
    .set({ state, decided_by: account, decided_at: BigInt(now) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('proposed_by', state === 'withdrawn' ? '=' : '<>', account)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return row;
  const open = await tx.selectFrom('staff_proposals').select('state').where('id', '=', id).executeTakeFirst();
  if (open?.state !== 'open') throw new StaffRefusal('This proposal is not open.');
  throw new StaffRefusal(
    state === 'withdrawn' ? 'Somebody else proposed this.' : 'You proposed this: another manager has to decide.',
  );
}

function accountOf(actor: CommandCall['actor']): bigint {
  if (actor.kind === 'account') return actor.id;
  throw new StaffRefusal('This needs an account.');
}
