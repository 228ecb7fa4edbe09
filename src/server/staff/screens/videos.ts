import { time, walletCell } from '../cells.ts';
import type { ScreenDefinition } from '../screen.ts';

const SHOWN = 100;

/** Confirmed videos: what they have earned by views, and whether /video shows them. */
export const videosScreen: ScreenDefinition = {
  label: 'Videos',
  role: 'reviewer',
  load: async ({ engine }) => {
    const rows = await engine.db
      .selectFrom('mission_submissions')
      .selectAll()
      .where('mission', '=', 'createVideo')
      .where('status', '=', 'confirmed')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute();
    return {
      title: 'Confirmed videos',
      blocks: [
        {
          kind: 'table',
          title: 'Newest first',
          columns: ['Number', 'Link', 'Wallet', 'Confirmed', 'Views paid', 'Views now', 'On /video'],
          rows: rows.map((row) => {
            const id = String(row.id);
            const listed = row.listed === 1n;
            return [
              id,
              { text: row.link ?? 'deleted by its owner', ...(row.link === null ? {} : { link: row.link }) },
              walletCell(row.wallet),
              time(row.decided_at),
              String(row.view_thousands * 1000n),
              {
                text: '',
                forms: [
                  {
                    verb: 'grant-views',
                    button: 'Pay',
                    values: { id },
                    fields: [{ name: 'views', label: `Views of video ${id}`, type: 'number' }],
                  },
                ],
              },
              {
                text: listed ? 'yes' : 'no',
                forms: [
                  {
                    verb: 'list-video',
                    button: listed ? 'Take off' : 'Show',
                    values: { id, listed: listed ? 'no' : 'yes' },
                  },
                ],
              },
            ];
          }),
          empty: 'No video is confirmed.',
        },
      ],
    };
  },
};
