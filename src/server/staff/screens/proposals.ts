import type { Db } from '../../database/tables.ts';
import type { Actor } from '../actor.ts';
import { NOTE_FIELD, REASON_FIELD, time } from '../cells.ts';
import { PROPOSAL_KINDS } from '../proposals/kinds.ts';
import type { Card, ScreenDefinition, Table } from '../screen.ts';

const SHOWN = 100;

/** Decisions that wait for a second manager. */
export const proposalsScreen: ScreenDefinition = {
  label: 'Proposals',
  role: 'manager',
  load: async ({ engine: { db }, actor }) => {
    const open = await rows(db).where('proposal.state', '=', 'open').orderBy('proposal.id').limit(SHOWN).execute();
    return {
      title: 'Proposals',
      blocks: [
        ...(open.length === 0
          ? [{ kind: 'text' as const, text: 'Nothing waits for a second manager.' }]
          : open.map((row) => card(row, actor))),
        {
          kind: 'card',
          title: 'Propose',
          facts: [
            ['Money and points', 'from the screen of a wallet or a payment'],
            ['Phases and dates', { text: 'from the screen of the sale', to: '/staff/sale' }],
          ],
          forms: [
            {
              verb: 'propose-invite-manager',
              button: 'Propose to invite a manager',
              fields: [{ name: 'name', label: 'Name', type: 'text' }, REASON_FIELD],
            },
          ],
        },
        await proposalTable(db),
      ],
    };
  },
};

type ProposalRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

function rows(db: Db) {
  return db
    .selectFrom('staff_proposals as proposal')
    .innerJoin('staff_accounts as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('staff_accounts as decider', 'decider.id', 'proposal.decided_by')
    .selectAll('proposal')
    .select(['proposer.name as proposer', 'decider.name as decider']);
}

function card(row: ProposalRow, actor: Actor): Card {
  const id = String(row.id);
  const own = row.proposer === actor.name;
  return {
    kind: 'card',
    title: `${PROPOSAL_KINDS[row.kind]?.label ?? row.kind} (proposal ${id})`,
    facts: [
      ...Object.entries(JSON.parse(row.payload) as Record<string, string>).map(
        ([name, value]) => [name, value === '' ? '–' : value] as const,
      ),
      ['Reason', row.reason],
      ['Proposed by', `${row.proposer} at ${time(row.proposed_at)}`],
    ],
    forms: own
      ? [{ verb: 'withdraw-proposal', button: 'Withdraw', values: { id } }]
      : [
          { verb: 'approve-proposal', button: 'Approve and do it', values: { id } },
          { verb: 'refuse-proposal', button: 'Refuse', values: { id }, fields: [NOTE_FIELD] },
        ],
  };
}

/** Proposals about something, or all that were decided lately. */
export async function proposalTable(db: Db, subject?: string): Promise<Table> {
  const all = rows(db).orderBy('proposal.id', 'desc').limit(SHOWN);
  const found = await (subject === undefined
    ? all.where('proposal.state', '<>', 'open')
    : all.where('proposal.subject', '=', subject)
  ).execute();
  return {
    kind: 'table',
    title: subject === undefined ? 'Decided' : 'Proposals',
    columns: ['Number', 'What', 'About', 'Details', 'Reason', 'Proposed', 'State', 'Decided'],
    rows: found.map((row) => [
      String(row.id),
      row.kind,
      row.subject,
      row.payload,
      row.reason,
      `${row.proposer}, ${time(row.proposed_at)}`,
      row.state,
      row.decider === null ? '–' : `${row.decider}, ${time(row.decided_at)}`,
    ]),
    empty: 'None.',
  };
}
