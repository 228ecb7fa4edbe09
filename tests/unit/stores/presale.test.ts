import { expect, test, vi } from 'vitest';
import { ACCOUNT, FakeWallet } from './fake-wallet.ts';
import { pageForEach } from './stub-page.ts';

const page = pageForEach();

async function load() {
  const presale = await import('#src/stores/presale.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  const toasts: string[] = [];
  $toasts.listen((list) => toasts.push(list[0]?.key ?? ''));
  return { ...presale, toasts };
}

const asked = (path: string) => page.fetch.mock.calls.filter(([url]) => url === path).length;

test('[R9.028] [R9.029] [R9.030] [R9.031] no retry of a query, no refetch on focus, no interval, never stale', async () => {
  page.answers.set('/api/presale/stats', () => new TypeError('Failed to fetch'));
  const { $stats, $pricing } = await load();
  const stop = $pricing.listen(() => undefined);
  $stats.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect($stats.get().error).toBeInstanceOf(TypeError);
  stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  page.window.dispatchEvent(new Event('visibilitychange'));
  page.window.dispatchEvent(new Event('online'));
  $pricing.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked('/api/presale/stats'), asked('/api/presale/pricing')]).toEqual([1, 1]);
  expect($pricing.get().data?.currentPrice).toBe('0.013');
});

test('[R8.040] [R8.041] a refresh requests everything again between its two toasts', async () => {
  const { $pricing, refreshPresale, toasts } = await load();
  $pricing.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await refreshPresale();
  expect(toasts).toEqual(['refreshing', 'refreshComplete']);
  expect([asked('/api/presale/pricing'), asked('/api/presale/stats'), asked('/api/config')]).toEqual([2, 1, 1]);
});

test('[R8.042] one failing answer makes it Refresh Failed, and the earlier data remain', async () => {
  const { $pricing, refreshPresale, toasts } = await load();
  $pricing.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  page.answers.set('/api/presale/pricing', () => new TypeError('Failed to fetch'));
  await refreshPresale();
  expect(toasts).toEqual(['refreshing', 'refreshFailed']);
  expect($pricing.get().data?.currentPrice).toBe('0.013');
});

test('[R7.066] balances are read through the wallet, and unknown while it is on another chain', async () => {
  const { $balances, loadBalances } = await import('#src/stores/balances.ts');
  const { connectWallet } = await import('#src/stores/wallet.ts');
  await loadBalances(1);
  expect($balances.get()).toEqual({});
  const wallet = new FakeWallet().install();
  await connectWallet();
  wallet.calls.length = 0;
  await loadBalances(1);
  // balanceOf(address) of each token's contract, with the wallet as the holder.
  const data = `0x70a08231${'0'.repeat(24)}${ACCOUNT.slice(2).toLowerCase()}`;
  expect(wallet.calls.filter(({ method }) => method === 'eth_call').map(({ params }) => params)).toEqual([
    [{ to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', data }, 'latest'],
    [{ to: '0xdAC17F958D2ee523a2206206994597C13D831ec7', data }, 'latest'],
    [{ to: '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d', data }, 'latest'],
  ]);
  expect(wallet.calls).toContainEqual({ method: 'eth_getBalance', params: [ACCOUNT, 'latest'] });
  expect($balances.get()).toEqual({
    '1:ETH': 10n ** 19n,
    '1:USDC': 10n ** 21n,
    '1:USDT': 10n ** 21n,
    '1:USD1': 10n ** 21n,
    '1:gas': 10n ** 9n,
  });
  await loadBalances(56);
  expect($balances.get()['56:BNB']).toBeNull();
});

test('[R7.065] the wallet is asked for its accounts, its chain and its balance, and for the price of gas to pay', async () => {
  const wallet = new FakeWallet().install();
  const { $pricing, $prices, $config, toasts } = await load();
  const { connectWallet, restoreWallet } = await import('#src/stores/wallet.ts');
  const { loadBalances } = await import('#src/stores/balances.ts');
  const { answerSummary, buy } = await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  await Promise.all([import('#src/purchase/run-purchase.ts'), import('#src/purchase/send-purchase.ts')]);
  for (const store of [$pricing, $prices, $config]) store.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  /** The calls to the wallet since the last look. */
  const asked = () => new Set(wallet.calls.splice(0).map(({ method }) => method));
  await restoreWallet();
  expect(asked()).toEqual(new Set());
  await connectWallet();
  expect([...asked()]).toEqual(expect.arrayContaining(['eth_requestAccounts', 'eth_chainId']));
  await loadBalances(1);
  expect(asked()).toContain('eth_getBalance');
  // A wallet of ten coins while gas costs one: its accounts are listed, and the current gas price decides.
  wallet.set('eth_gasPrice', `0x${(10n ** 18n).toString(16)}`);
  $purchase.listen(({ stage }) => stage === 'summary' && answerSummary({ termsVersion: '2026-01-01' }));
  const bought = buy({ chainId: 1, symbol: 'ETH', amount: '1' });
  await vi.advanceTimersByTimeAsync(120_000);
  await bought;
  const before = asked();
  expect([...before]).toEqual(expect.arrayContaining(['eth_accounts', 'eth_chainId', 'eth_gasPrice']));
  expect(before).not.toContain('eth_sendTransaction');
  expect(toasts).toContain('insufficientGas');
});
