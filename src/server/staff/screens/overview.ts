import { sql } from 'kysely';
import { AIRDROP_TIMES } from '#src/config/missions.ts';
import type { Db } from '../../database/tables.ts';
import type { Cell, ScreenDefinition } from '../screen.ts';

/** What waits for somebody, and where. */
export const overviewScreen: ScreenDefinition = {
  label: 'Overview',
  role: 'reviewer',
  load: async ({ engine: { db, sound }, now }) => {
    const waiting = await countWaiting(db, BigInt(now - AIRDROP_TIMES.reviewMs));
    const rows: readonly (readonly [string, string, bigint])[] = [
      ['Submissions', 'review', waiting.submissions],
      ['Submissions older than 24 hours', 'review', waiting.late],
      ['Appeals', 'appeals', waiting.appeals],
      ['Payments in review', 'payments', waiting.payments],
      ['Refunds to pay', 'payments', waiting.refunds],
      ['Proposals', 'proposals', waiting.proposals],
      ['Partner applications', 'partners', waiting.applications],
      ['Alarms', 'alarms', await openAlarms(db)],
    ];
    return {
      title: 'What waits',
      blocks: [
        sound()
          ? { kind: 'text', text: 'The books add up.', tone: 'good' }
          : { kind: 'text', text: 'The books do not add up: nothing is credited. See the alarms.', tone: 'bad' },
        {
          kind: 'table',
          title: 'Now',
          columns: ['What', 'How many'],
          rows: rows.map(([text, to, many]): Cell[] => [
            { text, to: `/staff/${to}` },
            many === 0n ? '0' : { text: String(many), tone: 'bad' },
          ]),
          empty: '–',
        },
      ],
    };
  },
};

/** How many alarms are open. */
export async function openAlarms(db: Db): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from alarms where resolved_at is null`.execute(db);
  return rows[0]?.n ?? 0n;
}

type Waiting = Record<
  'submissions' | 'late' | 'appeals' | 'payments' | 'refunds' | 'proposals' | 'applications',
  bigint
>;

async function countWaiting(db: Db, lateBefore: bigint): Promise<Waiting> {
  const { rows } = await sql<Waiting>`select
    (select count(*) from mission_submissions where status = 'pending') as submissions,
    (select count(*) from mission_submissions where status = 'pending' and created_at <= ${lateBefore}) as late,
    (select count(*) from appeals where state = 'open') as appeals,
    (select count(*) from payments where status = 'needs-review') as payments,
    (select count(*) from refunds where status = 'due') as refunds,
    (select count(*) from staff_proposals where state = 'open') as proposals,
    (select count(*) from partner_applications where state = 'new') as applications`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}
