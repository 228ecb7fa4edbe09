import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WalletDetail } from '#src/wallet/provider-types.ts';
import { ACCOUNT, FakeWallet } from './fake-wallet.ts';
import { leavePage, reloadStubPage, type StubPage, stubPage } from './stub-page.ts';

/** Something that the bridge's library keeps while there is a session. */
const ITEM = 'wallet_bridge:wc@2:client:0.3//session';

let page: StubPage;
let starts: number;
let wallet: FakeWallet;
let end: ReturnType<typeof vi.fn<() => Promise<void>>>;
let showAccount: ReturnType<typeof vi.fn<() => Promise<void>>>;
beforeEach(() => {
  page = stubPage();
  vi.stubEnv('PUBLIC_REOWN_PROJECT_ID', '0123456789abcdef0123456789abcdef');
  wallet = new FakeWallet();
  end = vi.fn(async () => page.localStorage.removeItem(ITEM));
  showAccount = vi.fn(async () => undefined);
  const detail: WalletDetail = {
    info: { uuid: 'walletconnect', name: 'WalletConnect', icon: '', rdns: 'walletconnect' },
    provider: wallet,
    end,
    showAccount,
  };
  starts = 0;
  const startBridge = async () => {
    starts += 1;
    page.localStorage.setItem(ITEM, '[]');
    return detail;
  };
  vi.doMock('#src/wallet/bridge/start-bridge.ts', () => ({ startBridge }));
});
afterEach(async () => {
  vi.doUnmock('#src/wallet/bridge/start-bridge.ts');
  await leavePage();
});

async function load() {
  const stores = {
    ...(await import('#src/stores/wallet-state.ts')),
    ...(await import('#src/stores/wallet.ts')),
  };
  const { $toasts } = await import('#src/stores/toasts.ts');
  stores.$wallet.listen(() => undefined);
  return { ...stores, toast: () => $toasts.get()[0] };
}

test('[R4.002] [R7.010] the bridge is a wallet like any other, by its own method', async () => {
  const { connectWallet, $wallet } = await load();
  await connectWallet('walletconnect');
  expect($wallet.get()).toMatchObject({ account: ACCOUNT, method: 'walletconnect', isConnected: true });
  expect(page.posts.at(-1)?.body).toEqual({
    walletAddress: ACCOUNT.toLowerCase(),
    connectionMethod: 'walletconnect',
  });
});

test('[R4.003] [R4.010] its session is restored; of a lost one only the method is kept, which loads no bridge', async () => {
  await (await load()).connectWallet('walletconnect');
  reloadStubPage(page);
  const second = await load();
  await second.restoreWallet();
  expect(second.$wallet.get()).toMatchObject({ account: ACCOUNT, method: 'walletconnect' });
  reloadStubPage(page);
  wallet.granted = [];
  const third = await load();
  await third.restoreWallet();
  expect(third.$wallet.get().status).toBe('disconnected');
  expect({ ...page.localStorage }).toEqual({ wallet_method_backup: 'walletconnect' });
  reloadStubPage(page);
  const before = starts;
  const fourth = await load();
  await fourth.restoreWallet();
  expect(fourth.$wallet.get().status).toBe('disconnected');
  expect(starts).toBe(before);
  wallet.granted = [ACCOUNT];
  await fourth.connectWallet('walletconnect');
  expect(fourth.$wallet.get()).toMatchObject({ account: ACCOUNT, method: 'walletconnect' });
});

test('[R4.006] [R4.009] a session that the phone ends is over on this page, and its method is kept', async () => {
  const { connectWallet, $wallet, toast } = await load();
  await connectWallet('walletconnect');
  wallet.granted = [];
  wallet.emit('accountsChanged', []);
  await vi.waitFor(() => expect($wallet.get().status).toBe('disconnected'));
  expect(toast()?.key).toBe('walletDisconnected');
  expect(Object.keys(page.sessionStorage)).toEqual([]);
  await vi.waitFor(() => expect({ ...page.localStorage }).toEqual({ wallet_method_backup: 'walletconnect' }));
});

test.each(['fails', 'answers nothing'] as const)(
  '[R4.010] a bridge that %s, as without a connection, loses no session: the next load restores it',
  async (how) => {
    await (await load()).connectWallet('walletconnect');
    reloadStubPage(page);
    if (how === 'answers nothing') wallet.set('eth_accounts', () => new Promise(() => undefined));
    else wallet.set('eth_accounts', new TypeError('Failed to fetch'));
    const second = await load();
    vi.useFakeTimers();
    const restoring = second.restoreWallet();
    await vi.advanceTimersByTimeAsync(60_000);
    await restoring;
    vi.useRealTimers();
    expect(second.$wallet.get().status).toBe('disconnected');
    expect(page.localStorage.getItem('wallet_method_backup')).toBe('walletconnect');
    wallet.set('eth_accounts', () => wallet.granted);
    reloadStubPage(page);
    const third = await load();
    await third.restoreWallet();
    expect(third.$wallet.get()).toMatchObject({ account: ACCOUNT, method: 'walletconnect' });
  },
);

test('[R4.011] a disconnect ends the session', async () => {
  const { connectWallet, disconnectWallet, toast } = await load();
  await connectWallet('walletconnect');
  await disconnectWallet();
  expect(end).toHaveBeenCalledOnce();
  expect(toast()?.key).toBe('walletDisconnected');
});

test('[R8.014] a session that will not end is reported to the visitor and still forgotten by the page', async () => {
  const { connectWallet, disconnectWallet, $wallet, toast } = await load();
  await connectWallet('walletconnect');
  end.mockImplementation(async () => {
    page.localStorage.removeItem(ITEM);
    throw new Error('no relay');
  });
  await disconnectWallet();
  expect(toast()).toMatchObject({ key: 'disconnectError', variant: 'destructive' });
  expect($wallet.get()).toMatchObject({ status: 'disconnected', account: null });
  expect(Object.keys(page.sessionStorage)).toEqual([]);
  expect({ ...page.localStorage }).toEqual({ wallet_manual_disconnect: 'true' });
});

test("[R2.047] [R8.015] Manage Wallet opens the provider's window, or says that it would not open", async () => {
  const { connectWallet, manageWallet, toast } = await load();
  await connectWallet('walletconnect');
  expect(manageWallet()).toBe(true);
  expect(showAccount).toHaveBeenCalledOnce();
  expect(toast()).toBeUndefined();
  showAccount.mockRejectedValue(new Error('no window'));
  expect(manageWallet()).toBe(true);
  await vi.waitFor(() => expect(toast()).toMatchObject({ key: 'managementError', variant: 'destructive' }), 20_000);
});

test('a wallet of the browser has no such window: ours is shown', async () => {
  const { connectWallet, manageWallet } = await load();
  new FakeWallet().install();
  await connectWallet();
  expect(manageWallet()).toBe(false);
});

test('a build without a project connects no bridge', async () => {
  vi.stubEnv('PUBLIC_REOWN_PROJECT_ID', '');
  const { connectWallet, $wallet } = await load();
  await connectWallet('walletconnect');
  expect($wallet.get().status).toBe('disconnected');
});
