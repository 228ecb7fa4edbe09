import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { AirdropLeaderboard } from '#src/contract/airdrop.ts';
import { LeaderboardPanel } from '#src/islands/airdrop-dashboard/LeaderboardPanel.tsx';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';
import { $board, $ownEntry } from '#src/stores/airdrop.ts';
import { onPage } from '../states/support/on-page.tsx';
import { fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$board, $ownEntry]);
afterEach(() => vi.unstubAllEnvs());

/** The panel as a visitor with this wallet sees a list. */
function panelOf(data: readonly unknown[], account: string | null = null): string {
  $board.set({ loading: false, data: data as AirdropLeaderboard });
  return renderToStaticMarkup(onPage(<LeaderboardPanel account={account} pools={undefined} />));
}

const wallets = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: String(index), walletAddress: `0x${String(index).padStart(40, '0')}`, rank: index + 1 },
    ...{ totalPoints: 500 - index, sharePercent: '1' },
  }));

test('[R2.129 R2.130] beside the podium is a list only where there are more than three', () => {
  const html = (count: number) => panelOf(wallets(count));
  expect(html(1)).toContain('trophy-gold');
  expect(html(1)).not.toContain('board-list');
  expect(html(3)).not.toContain('board-list');
  expect(html(4)).toMatch(/class="board board-long".*class="board-list".*<li value="4">/s);
  expect(html(100).match(/<li value="\d+"/g)).toHaveLength(17);
});

test('the podium has three places: whoever comes takes theirs, and the others stay open', () => {
  const open = [0, 1, 2, 3, 4].map((count) => panelOf(wallets(count)).match(/trophy-open" aria-hidden="true"/g) ?? []);
  expect(open.map(({ length }) => length)).toEqual([3, 2, 1, 0, 0]);
});

test('each place stands on a block of the engraving with its number; an open one is empty', () => {
  const blocks = Array.from(
    panelOf(wallets(2)).matchAll(
      /<svg class="trophy-block".*?<rect[^>]* fill="([^"]*)"><\/rect><text[^>]*>(\d)<\/text><\/svg>/gs,
    ),
    ([, fill, place]) => [fill?.replace(/#.*\)/, '#)'), place],
  );
  expect(blocks).toEqual([
    ['url(#)', '1'],
    ['url(#)', '2'],
    ['none', '3'],
  ]);
});

test('an empty list says so, and states no place of a visitor', () => {
  const html = panelOf([], `0x${'9'.repeat(40)}`);
  expect(html).toContain('No one is on the leaderboard yet.');
  expect(html).not.toContain('100+');
});

test('[R2.133] a visitor outside a list is placed behind it', () =>
  expect(panelOf(wallets(2), `0x${'9'.repeat(40)}`)).toContain('<strong class="ltr">100+</strong>'));

test('[R2.129] gold, silver and bronze belong to the first, the second and the third wallet', () => {
  const list = [1, 2, 3, 4].map((rank) => ({
    ...{ id: String(rank), walletAddress: `0x${String(rank).repeat(40)}`, rank },
    ...{ totalPoints: 500 - rank, sharePercent: '1' },
  }));
  $board.set({ loading: false, data: list as AirdropLeaderboard });
  const html = renderToStaticMarkup(onPage(<LeaderboardPanel account={null} pools={undefined} />));
  const trophy =
    /<li class="trophy trophy-(\w+)"><svg[^>]* aria-label="(\w+)".*?<bdi class="mono">(?:<a[^>]*>)?([^<]*)</gs;
  const places = Array.from(html.matchAll(trophy), (found) => found.slice(1));
  const [first = '', second = '', third = ''] = list.map(({ walletAddress }) => shortenAddress(walletAddress));
  expect(places).toEqual([
    ['gold', 'Gold', first],
    ['silver', 'Silver', second],
    ['bronze', 'Bronze', third],
  ]);
});

test('an address on the list leads to an explorer, which local chains have none of', () => {
  const links = () =>
    panelOf(wallets(4)).match(/<a class="link-inline"[^>]*href="https:\/\/etherscan\.io\/address\/0x/g);
  vi.stubEnv('PUBLIC_REHEARSAL', '');
  expect(links()).toHaveLength(4);
  vi.stubEnv('PUBLIC_REHEARSAL', '1');
  expect(links()).toBeNull();
});
