import { sql } from 'kysely';
import { AIRDROP_TIMES } from '#src/config/missions.ts';
import { severityLevel } from '../../../alerts/alarm-kinds.ts';
import { openAlarms } from '../../../alerts/alarms.ts';
import type { Db } from '../../../database/tables.ts';
import type { Cell, ScreenDefinition } from '../../screen/screen.ts';
import { countText, MOST_COUNTED } from '../bounded-count.ts';
import { countSmall, IN_REVIEW, IS_NOT_SMALL } from '../small-payments.ts';

const NOT_CREDITING =
  'Crediting is paused: the books do not balance, or have not been recounted for too long. See the alarms.';

/** The work that waits, and where. */
export const overviewScreen: ScreenDefinition = {
  label: 'Overview',
  role: 'reviewer',
  load: async ({ context: { db, isLedgerBalanced }, now }) => {
    const waiting = await countWaiting(db, BigInt(now - AIRDROP_TIMES.reviewMs));
    const rows: readonly (readonly [string, string, bigint])[] = [
      ['Submissions', 'review', waiting.submissions],
      ['Submissions older than 24 hours', 'review', waiting.late],
      ['Appeals', 'appeals', waiting.appeals],
      ['Payments in review', 'payments?list=review', waiting.payments],
      ['Posted hashes in review', 'payments?list=hashes', waiting.hashes],
      ['Refunds to pay', 'payments?list=due', waiting.refunds],
      ['Proposals', 'proposals', waiting.proposals],
      ['Partner applications', 'partners', waiting.applications],
      ['Alarms', 'alarms', await openAlarms(db)],
    ];
    // None of these is urgent, however many there are.
    const quiet: readonly (readonly [string, string, bigint])[] = [
      ['Payments in review below 1 SYNX', 'payments?list=review&small=only', (await countSmall(db)).count],
      ['Alarms of low severity', 'alarms?severity=low', waiting.low],
    ];
    return {
      title: 'Open tasks',
      blocks: [
        isLedgerBalanced()
          ? { kind: 'text', text: 'No problem with the books is known.', tone: 'good' }
          : { kind: 'text', text: NOT_CREDITING, tone: 'bad' },
        {
          kind: 'table',
          title: 'Now',
          columns: ['What', 'Count'],
          rows: [
            ...rows.map(([text, to, many]): Cell[] => [
              { text, to: `/staff/${to}` },
              many === 0n ? '0' : { text: countText(many), tone: 'bad' },
            ]),
            ...quiet.map(([text, to, many]): Cell[] => [{ text, to: `/staff/${to}` }, countText(many)]),
          ],
          empty: '–',
        },
      ],
    };
  },
};

type Waiting = Record<
  'submissions' | 'late' | 'appeals' | 'payments' | 'hashes' | 'refunds' | 'proposals' | 'applications' | 'low',
  bigint
>;

async function countWaiting(db: Db, lateBefore: bigint): Promise<Waiting> {
  const count = (from: ReturnType<typeof sql>) =>
    sql`(select count(*) from (select 1 from ${from} limit ${MOST_COUNTED + 1}) as counted)`;
  const low = sql`alarms where resolved_at is null and severity = ${severityLevel('low')}`;
  const { rows } = await sql<Waiting>`select
    ${count(sql`mission_submissions where status = 'pending'`)} as submissions,
    ${count(sql`mission_submissions where status = 'pending' and created_at <= ${lateBefore}`)} as late,
    ${count(sql`appeals where state = 'open'`)} as appeals,
    ${count(sql`payments where ${IN_REVIEW} and ${IS_NOT_SMALL}`)} as payments,
    ${count(sql`submissions where status = 'needs-review'`)} as hashes,
    ${count(sql`refunds where status = 'due'`)} as refunds,
    ${count(sql`staff_proposals where state = 'open'`)} as proposals,
    ${count(sql`partner_applications where state = 'new'`)} as applications,
    ${count(low)} as low`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}
