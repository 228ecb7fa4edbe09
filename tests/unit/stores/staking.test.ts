import { beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, FakeWallet } from './fake-wallet.ts';
import { ERROR, pageForEach } from './stub-page.ts';

const page = pageForEach();
let wallet: FakeWallet;
beforeEach(() => {
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '347190' });
  page.answers.set('/api/staking/rewards', { currentRewards: '0' });
  page.answers.set('/api/staking/stats', { totalStaked: '0' });
  page.answers.set('/api/staking/stake', { amount: '347190' });
  page.answers.set('/api/wallet/connect', { walletAddress: ACCOUNT, proven: true });
  wallet = new FakeWallet().install();
});

async function load() {
  const staking = await import('#src/stores/staking.ts');
  const { connectWallet } = await import('#src/stores/wallet.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  for (const store of [staking.$stakingBalance, staking.$stakingStats, staking.$stakingRewards, staking.$stakingConfig])
    store.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { ...staking, connectWallet, toast: () => $toasts.get()[0] };
}

const asked = (path: string) => page.fetch.mock.calls.filter(([url]) => url.startsWith(path)).length;
const stakes = () => page.posts.filter(({ url }) => url === '/api/staking/stake');

test('[R7.029] [R7.033] balance and rewards are requested only when connected', async () => {
  const { connectWallet } = await load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked('/api/staking/balance'), asked('/api/staking/rewards')]).toEqual([0, 0]);
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.fetch).toHaveBeenCalledWith(`/api/staking/balance/${ACCOUNT.toLowerCase()}`, expect.anything());
});

test.each([
  ['[R9.040] the balance', '/api/staking/balance', 30],
  ['[R7.031 R9.041] the stats', '/api/staking/stats', 30],
  ['[R7.018 R9.042] the config', '/api/config', 30],
  ['[R9.043] the rewards', '/api/staking/rewards', 5],
] as const)('%s: requested at %s every %i s', async (_, path, seconds) => {
  const { connectWallet } = await load();
  await connectWallet();
  await vi.advanceTimersByTimeAsync(1_000);
  const before = asked(path);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked(path) - before).toBe(60 / seconds);
});

test('nothing is polled while the page is hidden', async () => {
  const { connectWallet } = await load();
  await connectWallet();
  await vi.advanceTimersByTimeAsync(61_000);
  const paths = ['/api/staking/balance', '/api/staking/stats', '/api/config', '/api/staking/rewards'];
  vi.stubGlobal('document', { hidden: true });
  page.window.dispatchEvent(new Event('visibilitychange'));
  const hidden = paths.map(asked);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paths.map(asked)).toEqual(hidden);
});

test('[R8.050] [R4.035] [R4.041] the full available amount is staked', async () => {
  const { connectWallet, stakeAll, $stake, toast } = await load();
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  const pending: boolean[] = [];
  $stake.listen((state) => pending.push(state.pending));
  expect(await stakeAll()).toBe(true);
  expect(stakes()).toEqual([{ url: '/api/staking/stake', body: { walletAddress: ACCOUNT, amount: '347190' } }]);
  expect(pending).toEqual([true, false]);
  expect(toast()?.key).toBe('stakingSuccessful');
});

test('[R7.064] [R4.040] stats, balance, holdings and the leaderboard are refreshed after a stake', async () => {
  const paths = ['/api/staking/stats', '/api/staking/balance', '/api/dashboard/holdings', '/api/dashboard/leaderboard'];
  for (const path of paths.slice(2)) page.answers.set(path, {});
  const { connectWallet, stakeAll, $stakingHistory } = await load();
  const { $boards } = await import('#src/stores/dashboard.ts');
  await connectWallet();
  for (const store of [$stakingHistory, $boards.staked]) store.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const before = paths.map(asked);
  expect(Math.min(...before)).toBeGreaterThan(0);
  await stakeAll();
  await vi.advanceTimersByTimeAsync(0);
  expect(paths.map(asked)).toEqual(before.map((count) => count + 1));
});

test('if a proof ended unnoticed, one free message is signed and the stake sent again', async () => {
  const { connectWallet, stakeAll, toast } = await load();
  let proven = false;
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' });
  page.answers.set('/api/wallet/prove', () => {
    proven = true;
    return { walletAddress: ACCOUNT, proven };
  });
  page.answers.set('/api/staking/stake', () =>
    proven ? { amount: '347190' } : ERROR(403, 'proof_required', 'Please sign.')(),
  );
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(await stakeAll()).toBe(true);
  expect(toast()?.key).toBe('stakingSuccessful');
  const signed = wallet.calls.find(({ method }) => method === 'personal_sign');
  expect(signed?.params[1]).toBe(ACCOUNT);
  const text = Buffer.from(String(signed?.params[0]).slice(2), 'hex').toString();
  expect(text).toContain('localhost:4321 wants you to sign in');
  expect(page.posts.find(({ url }) => url === '/api/wallet/prove')?.body).toMatchObject({ message: text });
});

test('a missing proof is signed before the stake is sent, so that nothing is refused', async () => {
  const { connectWallet, stakeAll } = await load();
  let proven = false;
  page.answers.set('/api/wallet/connect', () => ({ walletAddress: ACCOUNT, proven }));
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' });
  page.answers.set('/api/wallet/prove', () => {
    proven = true;
    return { walletAddress: ACCOUNT, proven };
  });
  const provenAtStake: boolean[] = [];
  page.answers.set('/api/staking/stake', () => {
    provenAtStake.push(proven);
    return { amount: '347190' };
  });
  const signatures = () => wallet.calls.filter(({ method }) => method === 'personal_sign').length;
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(await stakeAll()).toBe(true);
  expect([provenAtStake, signatures()]).toEqual([[true], 1]);
  expect(await stakeAll()).toBe(true);
  expect([provenAtStake, signatures()]).toEqual([[true, true], 1]);
});

test('no signature is asked for where the API needs none, or where that cannot be read', async () => {
  const { connectWallet, stakeAll } = await load();
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  const config = page.answers.get('/api/config');
  page.answers.set('/api/wallet/connect', { walletAddress: ACCOUNT, proven: false });
  page.answers.set('/api/config', { ...(config as object), walletProof: 'off' });
  expect(await stakeAll()).toBe(true);
  page.answers.set('/api/config', ERROR(503, 'overloaded', 'busy'));
  expect(await stakeAll()).toBe(true);
  page.answers.set('/api/wallet/connect', ERROR(503, 'overloaded', 'busy'));
  expect(await stakeAll()).toBe(true);
  expect(wallet.calls.filter(({ method }) => method === 'personal_sign')).toEqual([]);
});

test('[R8.049] a failed stake shows the server message, or that it was refused in the wallet', async () => {
  const { connectWallet, stakeAll, $stake, toast } = await load();
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  page.answers.set(
    '/api/staking/stake',
    ERROR(400, 'insufficient_available', 'The amount is more than you have available to stake.'),
  );
  expect(await stakeAll()).toBe(false);
  expect(toast()).toMatchObject({ key: 'stakingFailed', text: 'The amount is more than you have available to stake.' });
  page.answers.set('/api/staking/stake', ERROR(403, 'proof_required', 'Please sign.'));
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' });
  wallet.set('personal_sign', new ProviderError(4001, 'no'));
  expect(await stakeAll()).toBe(false);
  expect(toast()).toMatchObject({ key: 'stakingFailed', textKey: 'wallet.error.rejected', text: null });
  page.answers.set('/api/staking/stake', () => new TypeError('Failed to fetch'));
  await stakeAll();
  expect(toast()).toMatchObject({ key: 'stakingFailed', textKey: null, text: null });
  expect($stake.get().pending).toBe(false);
});

test('[R5.023] [R5.025] [R5.026] without a wallet, or with nothing available, nothing is sent', async () => {
  const { connectWallet, stakeAll, toast } = await load();
  await stakeAll();
  expect(toast()?.key).toBe('stakeWalletNotConnected');
  page.answers.set('/api/staking/balance', { stakedBalance: '5', availableToStake: '0' });
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  await stakeAll();
  expect(toast()?.key).toBe('noTokensAvailable');
  expect(stakes()).toEqual([]);
});

test('[R5.024] staking without a wallet is the error "Wallet not connected", and nothing is sent', async () => {
  const { stakeAll, toast } = await load();
  expect(await stakeAll()).toBe(false);
  expect(vi.mocked(console.warn).mock.calls[0]?.[0]).toMatchObject({ message: 'Wallet not connected' });
  expect(toast()?.key).toBe('stakeWalletNotConnected');
  expect(stakes()).toEqual([]);
});

test('a failing poll keeps its last figure, says since when, and is tried less and less often', async () => {
  const { connectWallet, $stakingRewards } = await load();
  const { $staleSince } = await import('#src/stores/queries.ts');
  page.answers.set('/api/staking/rewards', { currentRewards: '7' });
  await connectWallet();
  await vi.advanceTimersByTimeAsync(6_000);
  expect($stakingRewards.get().data).toEqual({ currentRewards: '7' });
  expect($staleSince.get()).toBeNull();
  const good = Date.now();
  page.answers.set('/api/staking/rewards', new TypeError('network'));
  const before = asked('/api/staking/rewards');
  await vi.advanceTimersByTimeAsync(120_000);
  // Every 5 s it would have been 24 times.
  expect(asked('/api/staking/rewards') - before).toBeLessThanOrEqual(6);
  expect($stakingRewards.get().data).toEqual({ currentRewards: '7' });
  expect($staleSince.get()).toBeLessThanOrEqual(good);
  page.answers.set('/api/staking/rewards', { currentRewards: '8' });
  await vi.advanceTimersByTimeAsync(300_000);
  expect($stakingRewards.get().data).toEqual({ currentRewards: '8' });
  expect($staleSince.get()).toBeNull();
});
