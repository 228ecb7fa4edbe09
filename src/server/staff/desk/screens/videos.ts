import { VIDEO_BONUS } from '#src/server/community/airdrop/mission-points.ts';
import { walletCell } from '../../screen/cells.ts';
import { listOf } from '../../screen/list.ts';
import type { Cell, ScreenDefinition } from '../../screen/screen.ts';

/** Confirmed videos: their points from views, and whether /video shows them. */
export const videosScreen: ScreenDefinition = {
  label: 'Videos',
  role: 'reviewer',
  load: async (request) => {
    const { context, actor } = request;
    const manager = actor.kind === 'account' && actor.role === 'manager';
    const alone = (context.env.VIEW_THOUSANDS_PER_DAY * VIDEO_BONUS.views).toLocaleString('en');
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
        await listOf(request, confirmed, {
          title: 'Newest first',
          columns: {
            Number: 'id',
            Link: ({ link }) => ({ text: link ?? 'deleted by its owner', link: link ?? undefined }),
            Wallet: ({ wallet }) => walletCell(wallet),
            Confirmed: 'decided_at',
            'Views paid': (row) => String(row.view_thousands * BigInt(VIDEO_BONUS.views)),
            'Views now': ({ id }) => payCell(String(id), manager),
            'On /video': ({ id, listed }) => listCell(String(id), listed === 1n),
          },
          empty: 'No video is confirmed.',
        }),
      ],
    };
  },
};

function payCell(id: string, manager: boolean): Cell {
  const alone = { command: 'grant-views', button: 'Pay', values: { id } };
  const proposal = { command: 'propose-grant-views', button: 'Propose to pay', values: { id } };
  return { text: '', forms: manager ? [alone, proposal] : [alone] };
}

function listCell(id: string, listed: boolean): Cell {
  const values = { id, listed: listed ? 'no' : 'yes' };
  return {
    text: listed ? 'yes' : 'no',
    forms: [{ command: 'list-video', button: listed ? 'Take off' : 'Show', values }],
  };
}
