import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { LivePanels } from '#src/islands/staking-panels/LivePanels.tsx';
import { $stakingBalance, $stakingStats } from '#src/stores/staking.ts';
import { $wallet, resetWallet } from '#src/stores/wallet-state.ts';
import { ENGLISH, fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$stakingBalance, $stakingStats]);
afterEach(resetWallet);

/** A figure of the staking page by its label. */
function figure(label: string): string | undefined {
  const words = { when: '', amount: '', reversal: '', stale: '', asOf: '', today: '' };
  const pool = { total: '1', perYear: '1' };
  const html = renderToStaticMarkup(
    <LivePanels texts={ENGLISH} words={words} pool={pool} tag="en" presalePath="/" claimPath="/claim" />,
  );
  return new RegExp(`>${label}</p><p class="figure"[^>]*><span class="ltr">([^<]*)<`).exec(html)?.[1];
}

test('[R2.097] the total staked is the number of the API', () => {
  expect(figure('Total Staked')).toBe('–');
  for (const [totalStaked, shown] of [
    ['0', '0'],
    ['98680000.5', '98,680,000.5'],
  ] as const) {
    $stakingStats.set({ loading: false, data: { totalStaked } });
    expect(figure('Total Staked')).toBe(shown);
  }
});

test("[R2.100] the percent of the pool is the wallet's stake divided by the stake of all wallets", () => {
  $stakingStats.set({ loading: false, data: { totalStaked: '40000' } });
  $stakingBalance.set({ loading: false, data: { stakedBalance: '1000', availableToStake: '7' } });
  expect(figure('Percent of Pool')).toBe('–');
  $wallet.set({ ...$wallet.get(), status: 'connected', isConnected: true });
  expect(figure('Percent of Pool')).toBe('2.5000%');
});
