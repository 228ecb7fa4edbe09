import { MISSIONS, type SubmittedMission } from '#src/config/missions.ts';
import { listMissionEntries, type QueuedMissionEntry } from '../../../airdrop/list-mission-entries.ts';
import { accountCell, time, waited, walletCell } from '../../screen/cells.ts';
import type { Card, Cell, ScreenDefinition } from '../../screen/screen.ts';
import { countText, MOST_COUNTED } from '../bounded-count.ts';
import { REASON_OPTIONS } from './reasons.ts';

const SHOWN = 10;
const KINDS = MISSIONS.map(({ id }) => id).filter((id) => id !== 'checkIn' && id !== 'referral');

/** The oldest waiting submission, with everything needed to decide it by keyboard, and the next ones. */
export const reviewScreen: ScreenDefinition = {
  label: 'Review',
  role: 'reviewer',
  persons: () => 'mission-submissions',
  filter: [
    {
      name: 'mission',
      label: 'Mission',
      type: 'select',
      options: [{ value: '', label: 'All' }, ...KINDS.map((id) => ({ value: id, label: id }))],
      optional: true,
    },
  ],
  load: async ({ context, now, query }) => {
    const after = /^\d{1,17}$/.test(query.after ?? '') ? BigInt(query.after ?? 0) : 0n;
    const mission = KINDS.find((id) => id === query.mission) as SubmittedMission | undefined;
    const rows = await listMissionEntries(context.db, {
      status: 'pending',
      after,
      limit: SHOWN + 1,
      ...(mission === undefined ? {} : { mission }),
    });
    let waiting = context.db.selectFrom('mission_submissions').select('id').where('status', '=', 'pending');
    if (mission !== undefined) waiting = waiting.where('mission', '=', mission);
    const { count } = await context.db
      .selectFrom(waiting.limit(MOST_COUNTED + 1).as('waiting'))
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const title = count === 1n ? '1 submission waits' : `${countText(count)} submissions wait`;
    const empty =
      mission === undefined
        ? 'No submission is waiting for review.'
        : `No submission for ${mission} is waiting for review.`;
    const [first, ...others] = rows;
    const here = `/staff/review?after=${after}${mission === undefined ? '' : `&mission=${mission}`}`;
    return {
      title: mission === undefined ? title : `${title}: ${mission}`,
      blocks: [
        ...(first === undefined
          ? [{ kind: 'text' as const, text: after === 0n ? empty : 'The end of the queue.' }]
          : [card(first, now, here, mission)]),
        {
          kind: 'table',
          title: 'Next',
          columns: ['Number', 'Mission', 'Account or link', 'Wallet', 'Clock'],
          rows: others.map((row) => [
            String(row.id),
            row.mission,
            row.link ?? row.account ?? '–',
            walletCell(row.wallet),
            waited(row.created_at, row.dueAt, now),
          ]),
          empty: 'There are no more after this one.',
        },
      ],
    };
  },
};

function card(row: QueuedMissionEntry, now: number, here: string, mission: string | undefined): Card {
  const id = String(row.id);
  const skip: Cell = {
    text: 'Skip for now',
    to: `/staff/review?after=${id}${mission === undefined ? '' : `&mission=${mission}`}`,
    key: 's',
  };
  return {
    kind: 'card',
    title: `${row.mission}, number ${id}`,
    facts: [
      row.link === null
        ? ['Account', accountCell(row.account, row.mission, 'o')]
        : ['Link', { text: row.link, link: row.link, key: 'o' }],
      ['Wallet', walletCell(row.wallet)],
      ['Submitted', time(row.created_at)],
      ['Clock', waited(row.created_at, row.dueAt, now)],
      ['Same account or video', times(row.sameAccount, 'other submission')],
      ['Same network, 30 days', times(row.sameNetwork, 'other wallet')],
      ...disputed(row),
      ['Later', skip],
    ],
    forms: [
      row.dispute === null
        ? { command: 'approve-submission', button: 'Approve', values: { id }, key: 'a', next: here }
        : {
            command: 'approve-submission',
            button: 'Approve: the code is there',
            values: { id, found: 'yes' },
            next: here,
          },
      {
        command: 'reject-submission',
        button: 'Reject',
        values: { id },
        key: 'r',
        next: here,
        fields: [
          { name: 'reason', label: 'Reason', type: 'select', options: REASON_OPTIONS },
          { name: 'note', label: 'Note to the participant', type: 'text', optional: true },
        ],
      },
    ],
  };
}

/** Both claims to a disputed name, and what decides between them. */
function disputed({ dispute, account }: QueuedMissionEntry): Card['facts'] {
  if (dispute === null) return [];
  return [
    ['Disputed name', { text: `${account ?? 'It'} has counted for another wallet`, tone: 'bad' }],
    ['Counts for', walletCell(dispute.wallet)],
    ['Since', time(dispute.since)],
    ['Code to look for, in the bio or a post', dispute.code],
    [
      'If it is there',
      'Approve: the name moves to the wallet that submitted it, and what the other one earned by it is reversed.',
    ],
    ['If it is not', 'Reject: the account counts for another wallet. Nothing changes for that one.'],
  ];
}

function times(count: number, what: string): Cell {
  return count === 0 ? 'none' : { text: `${count} ${what}${count === 1 ? '' : 's'}`, tone: 'bad' };
}
