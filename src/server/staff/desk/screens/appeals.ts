import { AIRDROP_TIMES } from '#src/config/missions.ts';
import { type AppealRow, openAppeals } from '#src/server/community/airdrop/appeals.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { accountCell, byAt, waited, walletCell } from '../../screen/cells.ts';
import { cardsOf } from '../../screen/list.ts';
import type { CardFact, ScreenDefinition } from '../../screen/screen.ts';

/** Objections to rejections and to deducted points, each for a person who has not decided before. */
export const appealsScreen: ScreenDefinition = {
  label: 'Appeals',
  role: 'reviewer',
  persons: () => 'appeals',
  load: async (request) => {
    const { context, now } = request;
    const card = async (row: AppealRow) => ({
      kind: 'card' as const,
      title: `Appeal ${row.id}`,
      facts: [
        ['Their statement', row.text],
        ['Wallet', walletCell(row.wallet)],
        ['Clock', waited(row.created_at, Number(row.created_at) + AIRDROP_TIMES.reviewMs, now)],
        ...(await subject(context.db, row)),
      ] as const,
      forms: [{ command: 'decide-appeal', button: 'Answer', values: { id: String(row.id) } }],
    });
    const blocks = await cardsOf(request, openAppeals(context.db), card, 'No appeal is open.');
    return { title: 'Appeals', blocks };
  },
};

async function subject(db: Db, row: AppealRow): Promise<readonly CardFact[]> {
  if (row.submission_id !== null) {
    const submission = await db
      .selectFrom('mission_submissions')
      .selectAll()
      .where('id', '=', row.submission_id)
      .executeTakeFirstOrThrow();
    return [
      ['About', `${submission.mission}, submission ${submission.id}`],
      ['Account or link', accountCell(submission)],
      ['Rejected by', byAt(submission.decided_by, submission.decided_at)],
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
