import { VIDEO_BONUS } from '../../../airdrop/mission-points.ts';
import { REASON_FIELD, time, walletCell } from '../../screen/cells.ts';
import { pagedTable, pageOf } from '../../screen/paging.ts';
import type { Form, ScreenDefinition } from '../../screen/screen.ts';

/** Confirmed videos: their points from views, and whether /video shows them. */
export const videosScreen: ScreenDefinition = {
  label: 'Videos',
  role: 'reviewer',
  load: async (request) => {
    const { context, actor } = request;
    const manager = actor.kind === 'account' && actor.role === 'manager';
    const alone = (context.env.VIEW_THOUSANDS_PER_DAY * VIDEO_BONUS.views).toLocaleString('en');
    const page = pageOf(request, 'videos');
    const confirmed = context.db
      .selectFrom('mission_submissions')
      .selectAll()
      .where('mission', '=', 'createVideo')
      .where('status', '=', 'confirmed')
      .orderBy('id', 'desc');
    return {
      title: 'Confirmed videos',
      blocks: [
        {
          kind: 'text',
          text: `One person, with the reviewers they invited, pays at most ${alone} views of a video a day (UTC). More takes two managers: one proposes the whole number here, another approves it.`,
        },
        await pagedTable(page, confirmed, {
          title: 'Newest first',
          columns: ['Number', 'Link', 'Wallet', 'Confirmed', 'Views paid', 'Views now', 'On /video'],
          cells: (row) => {
            const id = String(row.id);
            const listed = row.listed === 1n;
            return [
              id,
              { text: row.link ?? 'deleted by its owner', ...(row.link === null ? {} : { link: row.link }) },
              walletCell(row.wallet),
              time(row.decided_at),
              String(row.view_thousands * BigInt(VIDEO_BONUS.views)),
              {
                text: '',
                forms: manager ? [payForm(id), proposeForm(id)] : [payForm(id)],
              },
              {
                text: listed ? 'yes' : 'no',
                forms: [
                  {
                    command: 'list-video',
                    button: listed ? 'Take off' : 'Show',
                    values: { id, listed: listed ? 'no' : 'yes' },
                  },
                ],
              },
            ];
          },
          empty: 'No video is confirmed.',
        }),
      ],
    };
  },
};

function payForm(id: string): Form {
  const views = { name: 'views', label: `Views of video ${id}`, type: 'number' } as const;
  return { command: 'grant-views', button: 'Pay', values: { id }, fields: [views] };
}

function proposeForm(id: string): Form {
  const views = { name: 'views', label: `Views of video ${id}, for two managers`, type: 'number' } as const;
  return { command: 'propose-grant-views', button: 'Propose to pay', values: { id }, fields: [views, REASON_FIELD] };
}
