import type { Db } from '#src/server/platform/database/tables.ts';
import { PROPOSAL_KINDS } from '../../commands/proposals.ts';
import { byAt, time } from '../../screen/cells.ts';
import { cardsOf, listOf } from '../../screen/list.ts';
import type { Card, CardFact, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';

/** Decisions that wait for a second manager. */
export const proposalsScreen: ScreenDefinition = {
  label: 'Proposals',
  role: 'manager',
  load: async (request) => {
    const open = proposals(request.context.db).where('proposal.state', '=', 'open').orderBy('proposal.id');
    const cards = await cardsOf(
      request,
      open,
      (row) => card(request, row),
      'No proposal is waiting for a second manager.',
    );
    return { title: 'Proposals', blocks: [...cards, PROPOSE, await proposalTable(request, null)] };
  },
};

const PROPOSE: Card = {
  kind: 'card',
  title: 'Propose',
  facts: [
    ['Money and points', 'from the screen of a wallet or a payment'],
    ['Phases and dates', { text: 'from the screen of the sale', to: '/staff/sale' }],
    ['Views of a video', { text: 'from the screen of the videos', to: '/staff/videos' }],
    ['A manager', 'You are shown a link for them, and the manager who approves is shown a PIN. They need both.'],
  ],
  forms: [{ command: 'propose-invite-manager', button: 'Propose to invite a manager' }],
};

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number];

function proposals(db: Db) {
  return db
    .selectFrom('staff_proposals as proposal')
    .innerJoin('staff_accounts as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('staff_accounts as decider', 'decider.id', 'proposal.decided_by')
    .selectAll('proposal')
    .select(['proposer.name as proposer', 'decider.name as decider']);
}

async function card({ context, actor }: ScreenRequest, row: ProposalRow): Promise<Card> {
  const values = { id: String(row.id) };
  const asks = PROPOSAL_KINDS[row.kind]?.confirm === undefined ? { root: undefined } : {};
  return {
    kind: 'card',
    title: `${PROPOSAL_KINDS[row.kind]?.label ?? row.kind} (proposal ${row.id})`,
    facts: [
      ...Object.entries(JSON.parse(row.payload) as Record<string, string>).map(
        ([name, value]) => [name, value === '' ? '–' : value] as const,
      ),
      ...(await factsOf(context.db, row)),
      ['Reason', row.reason],
      ['Proposed by', `${row.proposer} at ${time(row.proposed_at)}`],
    ],
    forms:
      row.proposer === actor.name
        ? [{ command: 'withdraw-proposal', button: 'Withdraw', values }]
        : [
            { command: 'approve-proposal', button: 'Approve and carry out', values: { ...values, ...asks } },
            { command: 'refuse-proposal', button: 'Refuse', values },
          ],
  };
}

/** Further facts from the kind of a proposal; empty if the proposal cannot be read any more. */
async function factsOf(db: Db, row: ProposalRow): Promise<readonly CardFact[]> {
  const kind = PROPOSAL_KINDS[row.kind];
  const input = kind?.input.safeParse(JSON.parse(row.payload));
  return input?.success ? ((await kind?.facts?.(db, input.data as never)) ?? []) : [];
}

/** The proposals about a subject, or all decided ones, newest first. */
export function proposalTable(request: ScreenRequest, subject: string | null): Promise<Table> {
  const all = proposals(request.context.db).orderBy('proposal.id', 'desc');
  const chosen =
    subject === null ? all.where('proposal.state', '<>', 'open') : all.where('proposal.subject', '=', subject);
  return listOf(request, chosen, {
    title: subject === null ? 'Decided' : 'Proposals',
    columns: {
      Number: 'id',
      What: 'kind',
      About: 'subject',
      Details: 'payload',
      Reason: 'reason',
      Proposed: (row) => byAt(row.proposer, row.proposed_at),
      State: 'state',
      Decided: (row) => byAt(row.decider, row.decided_at),
    },
    page: 'decided-page',
  });
}
