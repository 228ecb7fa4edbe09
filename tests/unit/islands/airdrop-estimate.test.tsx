import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { ESTIMATE_WALLETS, LEADERBOARD_LISTED } from '#src/config/missions.ts';
import type { AirdropLeaderboard, MissionsResponse, Participant } from '#src/contract/airdrop.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { LeaderboardPanel } from '#src/islands/airdrop-dashboard/LeaderboardPanel.tsx';
import { WalletCards } from '#src/islands/airdrop-dashboard/WalletCards.tsx';
import { displayFor } from '#src/islands/dashboard/display.ts';
import { HoldingsPanel } from '#src/islands/dashboard/HoldingsPanel.tsx';
import { MissionSummary } from '#src/islands/dashboard/MissionSummary.tsx';
import { fill } from '#src/lib/text/fill.ts';
import { $board, $ownEntry } from '#src/stores/airdrop.ts';
import { $allocation } from '#src/stores/allocation.ts';
import { $airdropBoard, $hidden, $lookupAddress, $standing, $viewedParticipant } from '#src/stores/dashboard.ts';
import { onPage } from '../states/support/on-page.tsx';
import { ENGLISH, fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$board, $ownEntry, $airdropBoard, $standing, $viewedParticipant, $allocation]);

const OWN = `0x${'a'.repeat(40)}`;
const POOLS = { estimate: '80000000', shown: '86000000' };
const LATER = 'An estimate in SYNX will follow once 100 wallets are on the leaderboard.';
const participant = { totalPoints: 50, dailyCheckInStreak: 1, underReview: [] } as unknown as Participant;

/** Answers of a site on whose leaderboard `count` wallets are, this one among them unless it is `isListed` nowhere. */
function answer(count: number, { isListed = true } = {}): void {
  const entry = (index: number) => ({
    ...{ id: String(index), walletAddress: `0x${String(index).padStart(40, '0')}`, rank: index + 1 },
    ...{ totalPoints: 100, sharePercent: '66.6666' },
  });
  const own = { id: 'own', walletAddress: OWN, rank: count, totalPoints: 50, sharePercent: '33.3333' };
  const others = Array.from({ length: isListed ? count - 1 : count }, (_, index) => entry(index));
  const list = (isListed ? [...others, own] : others) as AirdropLeaderboard;
  for (const $list of [$board, $airdropBoard]) $list.set({ loading: false, data: list });
  for (const $own of [$ownEntry, $standing]) $own.set({ loading: false, data: isListed ? [own] : [] });
  $viewedParticipant.set({ loading: false, data: participant });
  $lookupAddress.set(OWN);
}

const readable = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

function airdropPage(isClosed = false): string {
  const missions = { missions: [], pool: POOLS } as unknown as MissionsResponse;
  const words = { rank: 'Rank', share: 'Share', estimate: 'Estimated airdrop', vesting: null };
  const part = { account: OWN, participant, missions };
  return readable(
    renderToStaticMarkup(
      onPage(
        <>
          <WalletCards {...part} isClosed={isClosed} />
          <LeaderboardPanel {...part} pools={POOLS} />
        </>,
        { words },
      ),
    ),
  );
}

function dashboard(hidden = false): string {
  $hidden.set(hidden);
  const none = { purchased: '3846', staked: '0', availableToStake: '3846', estimatedRewards: '0', claimable: '0' };
  const holdings = {
    ...{ asOf: '2026-10-28T00:00:00Z', wallet: OWN, tokens: none, purchases: [], purchasesTotal: 1 },
    usd: { paid: '50', averagePrice: '0.013', atCurrentPrice: '50' },
  } as unknown as Holdings;
  const words = {
    ...{ pending: 'Pending Review', stake: 'Stake Now', buy: 'Buy More' },
    ...{ soFar: ENGLISH['airdrop.points.soFar'], later: fill(ENGLISH['airdrop.points.later']) },
  };
  const facts = { supply: '1110000000', pools: [POOLS.estimate, POOLS.shown] } as const;
  const part = { display: displayFor('en', hidden), isOwn: true, hidden };
  return renderToStaticMarkup(
    onPage(
      <>
        <HoldingsPanel {...part} holdings={holdings} />
        <MissionSummary {...part} />
      </>,
      { words, facts, paths: {} },
    ),
  );
}

beforeEach(() => {
  $hidden.set(false);
  $allocation.set({ loading: false, data: { state: 'none' } as never });
});

test('the list that is read can be as long as it must be for an estimate', () =>
  expect(ESTIMATE_WALLETS).toBeLessThanOrEqual(LEADERBOARD_LISTED));

test('while few wallets have points, a wallet is told its points and its share of all, and no amount of SYNX', () => {
  answer(2);
  expect(airdropPage()).toContain(`Share 33.33% 50 of the 150 points on the leaderboard so far. ${LATER}`);
  expect(airdropPage()).not.toMatch(/Estimated airdrop|26,666,640|You hold/);
  const [bar = '', missions = ''] = dashboard().split('id="missions"');
  expect(readable(bar)).toContain('Airdrop points 50');
  expect(readable(missions)).toContain(`50 of the 150 points on the leaderboard so far. ${LATER}`);
  expect(dashboard()).not.toMatch(/Estimated airdrop|lower estimate|26,666,640/);
});

test('the last wallet that is missing changes that everywhere at once', () => {
  answer(ESTIMATE_WALLETS - 1);
  expect(airdropPage() + dashboard()).not.toMatch(/Estimated airdrop|lower estimate|26,666,640/);
  answer(ESTIMATE_WALLETS);
  expect(airdropPage()).toContain('Estimated airdrop 26,666,640 – 28,666,638 SYNX');
  expect(airdropPage()).toContain('You hold 33.3333% of all points on the leaderboard: about 26,666,640 of');
  expect(readable(dashboard())).toContain('Airdrop, lower estimate 26,666,640');
  expect(readable(dashboard())).toContain('Estimated airdrop 26,666,640 – 28,666,638 SYNX');
  expect(airdropPage() + dashboard()).not.toContain(LATER);
});

test('the bar of holdings has a part for the airdrop once there is an estimate, in an ink of what is not held', () => {
  const parts = () => {
    const [bar = ''] = /<svg class="allocation-bar.*?<\/svg>/s.exec(dashboard()) ?? [];
    return Array.from(
      bar.matchAll(/<rect class="ink-edge ink-(\w+)" x="[\d.]+%" width="([\d.]+)%"/g),
      ([, ...part]) => part,
    );
  };
  const swatches = () => dashboard().match(/<svg width="18"[^>]*><rect class="ink-edge ink-dots"/g) ?? [];
  answer(2);
  expect(parts()).toEqual([['lines', '100']]);
  expect(swatches()).toHaveLength(1);
  answer(ESTIMATE_WALLETS);
  expect(parts().map(([ink]) => ink)).toEqual(['lines', 'dots']);
  expect(Number(parts()[1]?.[1])).toBeGreaterThan(99);
  expect(swatches()).toHaveLength(1);
});

test('no part of the bar shows an estimate to somebody who hides amounts, or a wallet that is not listed', () => {
  answer(ESTIMATE_WALLETS);
  expect(dashboard(true)).not.toMatch(/<svg class="allocation-bar[^>]*>(?:(?!<\/svg>).)*ink-edge/s);
  answer(ESTIMATE_WALLETS, { isListed: false });
  expect(dashboard()).not.toMatch(/<svg class="allocation-bar[^>]*>(?:(?!<\/svg>).)*ink-dots"/s);
});

test('points that do not count yet are no part of all points, and hidden ones are not told in a sentence', () => {
  answer(2, { isListed: false });
  for (const screen of [airdropPage(), readable(dashboard())]) {
    expect(screen).toContain(LATER);
    expect(screen).not.toContain('on the leaderboard so far');
  }
  answer(2);
  expect(readable(dashboard(true))).toContain(LATER);
  expect(readable(dashboard(true))).not.toContain('50 of 150');
});

test('nothing is announced before the leaderboard is read, and once the list of the handover is drafted', () => {
  answer(2);
  expect(airdropPage(true)).not.toContain(LATER);
  $allocation.set({ loading: false, data: { state: 'draft' } as never });
  expect(readable(dashboard())).not.toContain(LATER);
  for (const $list of [$board, $airdropBoard]) $list.set({ loading: true });
  $allocation.set({ loading: false, data: { state: 'none' } as never });
  expect(airdropPage() + readable(dashboard())).not.toMatch(/Estimated airdrop|lower estimate|An estimate/);
});
