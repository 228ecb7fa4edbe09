import { sql } from 'kysely';
import { REVIEW_HOURS } from '#src/config/limits.ts';
import { AIRDROP_TIMES } from '#src/config/missions.ts';
import { IS_SMALL } from '#src/server/money/payments/verify/worth.ts';
import { severityLevel } from '#src/server/platform/alerts/alarm-kinds.ts';
import { tableOf } from '../../screen/list.ts';
import type { Cell, ScreenDefinition } from '../../screen/screen.ts';
import { countText, MOST_COUNTED } from '../bounded-count.ts';
import { IN_REVIEW, IS_NOT_SMALL } from '../small-payments.ts';

const NOT_CREDITING =
  'Crediting is paused: the books do not balance, or have not been recounted for too long. See the alarms.';
const LOW = severityLevel('low');

interface Task {
  readonly what: string;
  /** The screen that lists it. */
  readonly to: string;
  readonly from: ReturnType<typeof sql>;
  /** Not urgent, however many there are. */
  readonly calm?: true;
}

/** Everything that waits for a person. */
const tasks = (lateBefore: bigint): readonly Task[] => [
  { what: 'Submissions', to: 'review', from: sql`mission_submissions where status = 'pending'` },
  {
    what: `Submissions older than ${REVIEW_HOURS} hours`,
    to: 'review',
    from: sql`mission_submissions where status = 'pending' and created_at <= ${lateBefore}`,
  },
  { what: 'Appeals', to: 'appeals', from: sql`appeals where state = 'open'` },
  {
    what: 'Payments in review',
    to: 'payments?list=review',
    from: sql`payments where ${IN_REVIEW} and ${IS_NOT_SMALL}`,
  },
  {
    what: 'Posted hashes in review',
    to: 'payments?list=hashes',
    from: sql`submissions where status = 'needs-review'`,
  },
  { what: 'Refunds to pay', to: 'payments?list=due', from: sql`refunds where status = 'due'` },
  { what: 'Objections to the list', to: 'handover', from: sql`allocation_objections where state = 'open'` },
  { what: 'Proposals', to: 'proposals', from: sql`staff_proposals where state = 'open'` },
  { what: 'Partner applications', to: 'partners', from: sql`partner_applications where state = 'new'` },
  { what: 'Alarms', to: 'alarms', from: sql`alarms where resolved_at is null and severity > ${LOW}` },
  {
    what: 'Payments in review below 1 SYNX',
    to: 'payments?list=review&small=only',
    from: sql`payments where ${IN_REVIEW} and ${IS_SMALL}`,
    calm: true,
  },
  {
    what: 'Alarms of low severity',
    to: 'alarms?severity=low',
    from: sql`alarms where resolved_at is null and severity = ${LOW}`,
    calm: true,
  },
];

/** The work that waits, and where. */
export const overviewScreen: ScreenDefinition = {
  label: 'Overview',
  role: 'reviewer',
  load: async ({ context: { db, isLedgerBalanced }, now }) => {
    const waiting = tasks(BigInt(now - AIRDROP_TIMES.reviewMs));
    const counts = waiting.map(
      ({ from }, index) =>
        sql`(select count(*) from (select 1 from ${from} limit ${MOST_COUNTED + 1}) as counted) as ${sql.ref(String(index))}`,
    );
    const { rows } = await sql<Record<string, bigint>>`select ${sql.join(counts)}`.execute(db);
    const counted = waiting.map((task, index) => ({ ...task, count: rows[0]?.[index] ?? 0n }));
    return {
      title: 'Open tasks',
      blocks: [
        isLedgerBalanced()
          ? { kind: 'text', text: 'No problem with the books is known.', tone: 'good' }
          : { kind: 'text', text: NOT_CREDITING, tone: 'bad' },
        tableOf(
          'Now',
          {
            What: ({ what, to }) => ({ text: what, to: `/staff/${to}` }),
            Count: ({ count, calm }): Cell =>
              count === 0n || calm ? countText(count) : { text: countText(count), tone: 'bad' },
          },
          counted,
        ),
      ],
    };
  },
};
