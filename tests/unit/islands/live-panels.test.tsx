import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import type { AllocationView } from '#src/contract/allocation.ts';
import { LivePanels } from '#src/islands/staking-panels/LivePanels.tsx';
import { $allocation } from '#src/stores/allocation.ts';
import { $stakingBalance, $stakingStats } from '#src/stores/staking.ts';
import { $wallet, resetWallet } from '#src/stores/wallet-state.ts';
import { onPage } from '../states/support/on-page.tsx';
import { fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$stakingBalance, $stakingStats, $allocation]);
afterEach(resetWallet);

function panels(): string {
  const words = {
    when: '',
    amount: '',
    reversal: '',
    latest: '',
    stale: '',
    asOf: '',
    today: '',
    handedOver: 'It is drafted.',
    buy: '',
  };
  const pool = { total: '1', perYear: '1' };
  return renderToStaticMarkup(onPage(<LivePanels />, { words, pool, presalePath: '/', claimPath: '/claim' }));
}

/** A figure of the staking page by its label. */
function figure(label: string): string | undefined {
  return new RegExp(`>${label}</p><p class="figure"[^>]*><span class="ltr">([^<]*)<`).exec(panels())?.[1];
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

test('[R2.102] STAKE NOW is switched off, with the reason, once the list of the handover is drafted', () => {
  $wallet.set({ ...$wallet.get(), status: 'connected', isConnected: true });
  $stakingBalance.set({ loading: false, data: { stakedBalance: '1000', availableToStake: '0' } });
  const isOff = () => /<button[^>]* disabled=""[^>]*>STAKE NOW/.test(panels());
  $allocation.set({ loading: false, data: { state: 'closed' } as AllocationView });
  expect([isOff(), panels().includes('It is drafted.')]).toEqual([false, false]);
  $allocation.set({ loading: false, data: { state: 'draft' } as AllocationView });
  expect([isOff(), panels().includes('It is drafted.')]).toEqual([true, true]);
});
