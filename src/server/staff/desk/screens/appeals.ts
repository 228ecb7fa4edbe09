import { AIRDROP_TIMES } from '#src/config/missions.ts';
import { type AppealRow, listAppeals } from '../../../airdrop/appeals.ts';
import type { Db } from '../../../database/tables.ts';
import { time, waited, walletCell } from '../../screen/cells.ts';
import { pageOf } from '../../screen/paging.ts';
import type { Card, Cell, ScreenDefinition } from '../../screen/screen.ts';

/** Objections to rejections and to deducted points, each for a person who has not decided before. */
export const appealsScreen: ScreenDefinition = {
  label: 'Appeals',
  role: 'reviewer',
  persons: () => 'appeals',
  load: async (request) => {
    const { context, now } = request;
    const page = pageOf(request, 'appeals');
    const rows = await listAppeals(context.db, page.limit, page.offset);
    const blocks: Card[] = [];
    for (const row of page.cut(rows)) blocks.push(await card(context.db, row, now));
    const shown = blocks.length > 0 ? blocks : [{ kind: 'text' as const, text: 'No appeal is open.' }];
    return { title: 'Appeals', blocks: [...shown, ...page.links(rows)] };
  },
};

async function card(db: Db, row: AppealRow, now: number): Promise<Card> {
  const id = String(row.id);
  return {
    kind: 'card',
    title: `Appeal ${id}`,
    facts: [
      ['Their statement', row.text],
      ['Wallet', walletCell(row.wallet)],
      ['Clock', waited(row.created_at, Number(row.created_at) + AIRDROP_TIMES.reviewMs, now)],
      ...(await subject(db, row)),
    ],
    forms: [
      {
        command: 'decide-appeal',
        button: 'Answer',
        values: { id },
        fields: [
          {
            name: 'decision',
            label: 'Decision',
            type: 'select',
            options: [
              { value: 'uphold', label: 'Uphold the decision' },
              { value: 'grant', label: 'Grant the appeal' },
            ],
          },
          { name: 'answer', label: 'Answer to the participant', type: 'textarea' },
        ],
      },
    ],
  };
}

async function subject(db: Db, row: AppealRow): Promise<(readonly [string, Cell])[]> {
  if (row.submission_id !== null) {
    const submission = await db
      .selectFrom('mission_submissions')
      .selectAll()
      .where('id', '=', row.submission_id)
      .executeTakeFirstOrThrow();
    return [
      ['About', `${submission.mission}, submission ${submission.id}`],
      [
        'Account or link',
        submission.link === null ? (submission.account ?? '–') : { text: submission.link, link: submission.link },
      ],
      ['Rejected by', `${submission.decided_by ?? '–'} at ${time(submission.decided_at)}`],
      ['Reason', `${submission.reason_code ?? '–'} ${submission.note ?? ''}`],
    ];
  }
  const entry = await db
    .selectFrom('point_entries')
    .selectAll()
    .where('id', '=', row.entry_id)
    .executeTakeFirstOrThrow();
  return [
    ['About', `${entry.points} points for ${entry.mission}, entry ${entry.id}`],
    ['Reason', entry.reason_code ?? '–'],
    ['If the appeal is granted', 'propose a correction that gives the points back'],
  ];
}
