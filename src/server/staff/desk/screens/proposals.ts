import type { Db } from '../../../database/tables.ts';
import type { Actor } from '../../auth/actor.ts';
import { PROPOSAL_KINDS } from '../../commands/proposals/kinds.ts';
import { NOTE_FIELD, REASON_FIELD, time } from '../../screen/cells.ts';
import { type Page, pageOf } from '../../screen/paging.ts';
import type { Card, CardFact, ScreenDefinition, Table } from '../../screen/screen.ts';

const SHOWN = 100;

/** Decisions that wait for a second manager. */
export const proposalsScreen: ScreenDefinition = {
  label: 'Proposals',
  role: 'manager',
  load: async (request) => {
    const { context, actor } = request;
    const page = pageOf(request, 'proposals');
    const open = await rows(context.db)
      .where('proposal.state', '=', 'open')
      .orderBy('proposal.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute();
    return {
      title: 'Proposals',
      blocks: [
        ...(open.length === 0
          ? [{ kind: 'text' as const, text: 'No proposal is waiting for a second manager.' }]
          : await Promise.all(page.cut(open).map((row) => card(context.db, row, actor)))),
        ...page.links(open),
        {
          kind: 'card',
          title: 'Propose',
          facts: [
            ['Money and points', 'from the screen of a wallet or a payment'],
            ['Phases and dates', { text: 'from the screen of the sale', to: '/staff/sale' }],
            ['Views of a video', { text: 'from the screen of the videos', to: '/staff/videos' }],
            [
              'A manager',
              'You are shown a link for them, and the manager who approves is shown a PIN. They need both.',
            ],
          ],
          forms: [
            {
              command: 'propose-invite-manager',
              button: 'Propose to invite a manager',
              fields: [{ name: 'name', label: 'Name', type: 'text' }, REASON_FIELD],
            },
          ],
        },
        await proposalTable(context.db, { page: pageOf(request, 'proposals', 'decided-page') }),
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

async function card(db: Db, row: ProposalRow, actor: Actor): Promise<Card> {
  const id = String(row.id);
  const own = row.proposer === actor.name;
  return {
    kind: 'card',
    title: `${PROPOSAL_KINDS[row.kind]?.label ?? row.kind} (proposal ${id})`,
    facts: [
      ...Object.entries(JSON.parse(row.payload) as Record<string, string>).map(
        ([name, value]) => [name, value === '' ? '–' : value] as const,
      ),
      ...(await factsOf(db, row)),
      ['Reason', row.reason],
      ['Proposed by', `${row.proposer} at ${time(row.proposed_at)}`],
    ],
    forms: own
      ? [{ command: 'withdraw-proposal', button: 'Withdraw', values: { id } }]
      : [
          { command: 'approve-proposal', button: 'Approve and carry out', values: { id } },
          { command: 'refuse-proposal', button: 'Refuse', values: { id }, fields: [NOTE_FIELD] },
        ],
  };
}

/** Further facts from the kind of a proposal; empty if the proposal cannot be read any more. */
async function factsOf(db: Db, row: ProposalRow): Promise<readonly CardFact[]> {
  const kind = PROPOSAL_KINDS[row.kind];
  const input = kind?.input.safeParse(JSON.parse(row.payload));
  return input?.success ? ((await kind?.facts?.(db, input.data as never)) ?? []) : [];
}

/** The newest proposals about a subject, or a page of all decided ones. */
export async function proposalTable(
  db: Db,
  about: { readonly subject: string } | { readonly page: Page },
): Promise<Table> {
  const all = rows(db).orderBy('proposal.id', 'desc');
  const subject = 'subject' in about ? about.subject : undefined;
  const read =
    'subject' in about
      ? await all.where('proposal.subject', '=', about.subject).limit(SHOWN).execute()
      : await all.where('proposal.state', '<>', 'open').limit(about.page.limit).offset(about.page.offset).execute();
  const found = 'subject' in about ? read : about.page.cut(read);
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
    ...('page' in about ? about.page.ways(read) : {}),
  };
}
