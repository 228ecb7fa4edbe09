import { MISSIONS, type SubmittedMission } from '#src/config/missions.ts';
import { listMissionEntries, type QueuedMissionEntry } from '#src/server/community/airdrop/list-mission-entries.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { accountCell, time, waited, walletCell } from '../../screen/cells.ts';
import { anyOf } from '../../screen/filters.ts';
import { addressOf, tableOf } from '../../screen/list.ts';
import type { Card, Cell, ScreenDefinition } from '../../screen/screen.ts';
import { countText, MOST_COUNTED } from '../bounded-count.ts';

const SHOWN = 10;
const KINDS = MISSIONS.map(({ id }) => id).filter((id) => id !== 'checkIn' && id !== 'referral');

/** The oldest waiting submission, with everything needed to decide it by keyboard, and the next ones. */
export const missionEntriesScreen: ScreenDefinition = {
  label: 'Review',
  role: 'reviewer',
  persons: () => 'mission-submissions',
  filter: [anyOf('mission', 'Mission', KINDS)],
  load: async ({ context: { db }, now, query }) => {
    const after = /^\d{1,17}$/.test(query.after ?? '') ? BigInt(query.after ?? 0) : 0n;
    const mission = KINDS.find((id) => id === query.mission) as SubmittedMission | undefined;
    const filter = mission === undefined ? {} : { mission };
    const rows = await listMissionEntries(db, { status: 'pending', after, limit: SHOWN + 1, ...filter });
    const count = await countPending(db, mission);
    const title = count === 1n ? '1 submission waits' : `${countText(count)} submissions wait`;
    const empty = `No submission ${mission === undefined ? '' : `for ${mission} `}is waiting for review.`;
    const [first, ...others] = rows;
    const from = (id: bigint) => addressOf('review', { after: String(id), mission });
    return {
      title: mission === undefined ? title : `${title}: ${mission}`,
      blocks: [
        first === undefined
          ? { kind: 'text', text: after === 0n ? empty : 'The end of the queue.' }
          : card(first, now, from(after), from(first.id)),
        tableOf(
          'Next',
          {
            Number: 'id',
            Mission: 'mission',
            'Account or link': (row) => row.link ?? row.account ?? '–',
            Wallet: (row) => walletCell(row.wallet),
            Clock: (row) => waited(row.created_at, row.dueAt, now),
          },
          others,
          'There are no more after this one.',
        ),
      ],
    };
  },
};

async function countPending(db: Db, mission: SubmittedMission | undefined): Promise<bigint> {
  let waiting = db.selectFrom('mission_submissions').select('id').where('status', '=', 'pending');
  if (mission !== undefined) waiting = waiting.where('mission', '=', mission);
  const { count } = await db
    .selectFrom(waiting.limit(MOST_COUNTED + 1).as('waiting'))
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function card(row: QueuedMissionEntry, now: number, next: string, later: string): Card {
  const id = String(row.id);
  return {
    kind: 'card',
    title: `${row.mission}, number ${id}`,
    facts: [
      [row.link === null ? 'Account' : 'Link', accountCell(row, 'o')],
      ['Wallet', walletCell(row.wallet)],
      ['Submitted', time(row.created_at)],
      ['Clock', waited(row.created_at, row.dueAt, now)],
      ['Same account or video', times(row.sameAccount, 'other submission')],
      ['Same network, 30 days', times(row.sameNetwork, 'other wallet')],
      ...disputed(row),
      ['Later', { text: 'Skip for now', to: later, key: 's' }],
    ],
    forms: [
      row.dispute === null
        ? { command: 'approve-submission', button: 'Approve', values: { id, found: undefined }, key: 'a', next }
        : { command: 'approve-submission', button: 'Approve: the code is there', values: { id, found: 'yes' }, next },
      { command: 'reject-submission', button: 'Reject', values: { id }, key: 'r', next },
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
