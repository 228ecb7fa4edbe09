import { totalOf } from '#src/lib/allocation/entry.ts';
import { draftConditions } from '#src/server/money/handover/preconditions.ts';
import { type BatchRow, latestBatch } from '#src/server/money/sale/latest-batch.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { synx, time, walletCell } from '../../screen/cells.ts';
import { listOf, tableOf } from '../../screen/list.ts';
import type { Card, Form, ScreenDefinition, Table } from '../../screen/screen.ts';

const KEEP: readonly Form[] = [
  { command: 'propose-withhold-wallet', button: 'Propose to withhold a wallet' },
  { command: 'propose-release-wallet', button: 'Propose to release a wallet' },
];
const DRAFT: readonly Form[] = [
  { command: 'propose-draft-allocation', button: 'Propose a draft of the list' },
  ...KEEP,
];
const DECIDE: readonly Form[] = [
  { command: 'decline-objections', button: 'Decline the objections of whom it owes little' },
  { command: 'propose-finish-allocation', button: 'Propose to make it final' },
  { command: 'propose-withdraw-allocation', button: 'Propose to withdraw it' },
  ...KEEP,
];

/** Who receives what: what a draft still needs, the list and the objections to it. */
export const handoverScreen: ScreenDefinition = {
  label: 'Handover',
  role: 'manager',
  persons: () => 'objections',
  load: async (request) => {
    const { db } = request.context;
    const batch = await latestBatch(db);
    const objections = await listOf(
      request,
      db
        .selectFrom('allocation_objections')
        .selectAll()
        .orderBy((row) => row.case().when('state', '=', 'open').then(0).else(1).end())
        .orderBy('id'),
      {
        title: 'Objections',
        columns: {
          Number: 'id',
          Batch: 'batch',
          Wallet: (row) => walletCell(row.wallet),
          'Their statement': 'text',
          When: 'created_at',
          State: ({ id, state }) => (state === 'open' ? { text: state, tone: 'bad', forms: answers(id) } : state),
          Answer: 'answer',
        },
      },
    );
    const settled = batch === undefined || batch.state === 'withdrawn' ? [await conditions(request.context)] : [];
    return { title: 'Handover', blocks: [batchCard(batch), ...settled, objections] };
  },
};

function answers(id: bigint): readonly Form[] {
  const values = { id: String(id) };
  return [
    { command: 'decline-objection', button: 'Decline', values },
    { command: 'propose-grant-objection', button: 'Propose to grant', values },
  ];
}

function batchCard(batch: BatchRow | undefined): Card {
  if (batch === undefined) return { kind: 'card', title: 'No list yet', facts: [], forms: DRAFT };
  return {
    kind: 'card',
    title: `Batch ${batch.id}: ${batch.state}`,
    facts: [
      ['Wallets', String(batch.wallets)],
      ['Total', synx(totalOf(batch))],
      ['Not allocated of the airdrop', synx(batch.unallocated)],
      ['Claiming opens', time(batch.opens_at)],
      ['Drafted', time(batch.drafted_at)],
      ['Objections until', time(batch.objections_until)],
      ['Final', time(batch.final_at)],
      ...(batch.withdrawn_at === null
        ? []
        : ([['Withdrawn', `${time(batch.withdrawn_at)}: ${batch.withdrawn_reason ?? ''}`]] as const)),
    ],
    forms: batch.state === 'draft' ? DECIDE : batch.state === 'withdrawn' ? DRAFT : [],
  };
}

async function conditions(context: AppContext): Promise<Table> {
  return tableOf(
    'What a draft needs',
    {
      What: 'what',
      Now: ({ found }) => (found === null ? { text: 'holds', tone: 'good' } : { text: found, tone: 'bad' }),
      Otherwise: ({ remedy, to }) => (to === null ? remedy : { text: remedy, to: `/staff/${to}` }),
    },
    await draftConditions(context.db, context),
  );
}
