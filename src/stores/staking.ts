import { map } from 'nanostores';
import { request } from '#src/client/request.ts';
import { toastTextOf } from '#src/client/request-message.ts';
import { STAKING_TIMES } from '#src/config/limits.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { StakingBalance, StakingRewards, StakingStats } from '#src/contract/staking.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { signatureNotice } from '#src/wallet/wallet-notices.ts';
import { leadToClaim } from './lead-to-claim.ts';
import { createPolledQuery, createQuery } from './queries.ts';
import { refreshAfterStake } from './refresh-after.ts';
import { showToast } from './toasts.ts';
import { $account, $wallet } from './wallet-state.ts';
import { writeAs } from './write-as.ts';

const { balanceMs, statsMs, rewardsMs, configMs } = STAKING_TIMES;

export const $stakingBalance = createPolledQuery<StakingBalance>(['/api/staking/balance', $account], balanceMs);
export const $stakingStats = createPolledQuery<StakingStats>(['/api/staking/stats'], statsMs);
export const $stakingRewards = createPolledQuery<StakingRewards>(['/api/staking/rewards', $account], rewardsMs);
export const $stakingConfig = createPolledQuery<SiteConfig>(['/api/config'], configMs);

/** The wallet's stakes, from the answer that a stake refreshes in any case. */
export const $stakingHistory = createQuery<Holdings>(['/api/dashboard/holdings', $account]);

export const $stake = map<{ pending: boolean }>({ pending: false });

/** Stakes all that is available, with one free signature if required; returns whether it was staked. */
export async function stakeAll(): Promise<boolean> {
  const { account } = $wallet.get();
  if (account === null) {
    console.warn(new Error('Wallet not connected'));
    return fail('stakeWalletNotConnected');
  }
  const amount = $stakingBalance.get().data?.availableToStake ?? '0';
  if ((parseDecimal(amount, 18) ?? 0n) <= 0n) return fail('noTokensAvailable');
  if ($stake.get().pending) return false;
  $stake.setKey('pending', true);
  try {
    const stake = () => request('POST', '/api/staking/stake', { walletAddress: account, amount });
    await writeAs(account, stake, { use: 'stake' });
    refreshAfterStake();
    showToast({ key: 'stakingSuccessful', variant: 'success' });
    return true;
  } catch (error) {
    const failed = { key: 'stakingFailed', variant: 'destructive', ...toastTextOf(error) } as const;
    showToast(signatureNotice(error, 'stakingFailed') ?? failed);
    return false;
  } finally {
    $stake.setKey('pending', false);
  }
}

export const $withdrawal = map<{ pending: boolean }>({ pending: false });

/** Leads to the claim once it pays rewards; until then shows that it is not live. */
export async function harvest(claimPath: string): Promise<void> {
  if (!(await leadToClaim('rewards', claimPath))) showToast({ key: 'claimNotLive' });
}

/** Leads to the claim once it pays stakes; until then tries the dates again and shows that nothing is live. */
export async function withdraw(claimPath: string): Promise<void> {
  if ($withdrawal.get().pending) return;
  $withdrawal.setKey('pending', true);
  try {
    if (await leadToClaim('staked', claimPath)) return;
    $stakingConfig.mutate(await request<SiteConfig>('GET', '/api/config'));
  } catch (error) {
    console.warn(error);
  } finally {
    $withdrawal.setKey('pending', false);
  }
  showToast({ key: 'withdrawalNotAvailable' });
}

function fail(key: ToastKey): false {
  showToast({ key, variant: 'destructive' });
  return false;
}
