import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AirdropLeaderboard } from '#src/contract/airdrop.ts';
import { LeaderboardPanel } from '#src/islands/airdrop-dashboard/LeaderboardPanel.tsx';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { textOf } from '#src/lib/text/text-of.ts';
import { $board, $ownEntry } from '#src/stores/airdrop.ts';
import { ENGLISH, fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$board, $ownEntry]);

test('[R2.129] gold, silver and bronze belong to the first, the second and the third wallet', () => {
  const list = [1, 2, 3, 4].map((rank) => ({
    ...{ id: String(rank), walletAddress: `0x${String(rank).repeat(40)}`, rank },
    ...{ totalPoints: 500 - rank, sharePercent: '1' },
  }));
  $board.set({ loading: false, data: list as AirdropLeaderboard });
  const html = renderToStaticMarkup(
    <LeaderboardPanel t={textOf(ENGLISH)} texts={ENGLISH} tag="en" account={null} pools={undefined} />,
  );
  const trophy = /<li class="trophy trophy-(\w+)"><svg[^>]* aria-label="(\w+)".*?<bdi class="mono">([^<]*)</gs;
  const places = Array.from(html.matchAll(trophy), (found) => found.slice(1));
  const [first = '', second = '', third = ''] = list.map(({ walletAddress }) => shortenAddress(walletAddress));
  expect(places).toEqual([
    ['gold', 'Gold', first],
    ['silver', 'Silver', second],
    ['bronze', 'Bronze', third],
  ]);
});
