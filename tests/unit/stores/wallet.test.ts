import { expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, FakeWallet, SECOND } from './fake-wallet.ts';
import { loadWallet } from './load-wallet.ts';
import { ERROR, pageForEach, reloadStubPage } from './stub-page.ts';

const page = pageForEach();

test('[R3.001] [R3.002] [R4.001] the state starts disconnected, on chain 1', async () => {
  const { $wallet } = await loadWallet();
  expect($wallet.get()).toMatchObject({
    status: 'disconnected',
    isConnected: false,
    account: null,
    isLoading: false,
    selectedNetwork: 1,
  });
});

test('[R4.001] [R4.002] [R3.003] [R3.004] [R3.005] connecting a browser wallet stores its account and method', async () => {
  const { $wallet, connectWallet } = await loadWallet();
  const wallet = new FakeWallet().install();
  const states: string[] = [];
  $wallet.listen(({ status }) => states.push(status));
  await connectWallet();
  expect(states).toEqual(['connecting', 'connected']);
  expect($wallet.get()).toMatchObject({
    account: ACCOUNT,
    method: 'metamask',
    isConnected: true,
    isLoading: false,
    walletChainId: 1,
  });
  expect([page.sessionStorage.getItem('wallet_account'), page.sessionStorage.getItem('wallet_method')]).toEqual([
    ACCOUNT,
    'metamask',
  ]);
  expect(page.localStorage.getItem('wallet_method_backup')).toBe('metamask');
  expect(wallet.methods()).not.toContain('wallet_requestPermissions');
});

test('[R3.001] a connection fills every field, its provider reaches the wallet, and its end empties them', async () => {
  const { $wallet, connectWallet, disconnectWallet, selectNetwork } = await loadWallet();
  const { currentConnection } = await import('#src/stores/current-connection.ts');
  const wallet = new FakeWallet().install();
  selectNetwork(137);
  const connecting = connectWallet();
  const none = { isConnected: false, account: null, selectedNetwork: 137 };
  expect($wallet.get()).toMatchObject({ ...none, isLoading: true });
  expect(currentConnection()).toBeNull();
  await connecting;
  expect($wallet.get()).toMatchObject({ ...none, isConnected: true, account: ACCOUNT, isLoading: false });
  wallet.calls.length = 0;
  expect(await currentConnection()?.provider.request({ method: 'eth_gasPrice' })).toBe('0x3b9aca00');
  expect(wallet.methods()).toEqual(['eth_gasPrice']);
  await disconnectWallet();
  expect($wallet.get()).toMatchObject({ ...none, isLoading: false });
  expect(currentConnection()).toBeNull();
});

test('[R7.010] [R7.012] the API is told, in lower case, and also of an account change', async () => {
  const { connectWallet, $wallet } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  wallet.useAccounts([SECOND]);
  await vi.waitFor(() => expect($wallet.get().account).toBe(SECOND), 20_000);
  expect(page.posts).toEqual([
    { url: '/api/wallet/connect', body: { walletAddress: ACCOUNT.toLowerCase(), connectionMethod: 'metamask' } },
    { url: '/api/wallet/connect', body: { walletAddress: SECOND.toLowerCase(), connectionMethod: 'metamask' } },
  ]);
  expect(page.sessionStorage.getItem('wallet_account')).toBe(SECOND);
});

test('[R7.013] a failure to tell the API is only logged', async () => {
  page.answers.set('/api/wallet/connect', ERROR(500, 'internal_error', 'no'));
  const { connectWallet, $wallet, toast } = await loadWallet();
  new FakeWallet().install();
  await connectWallet();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 20_000);
  expect($wallet.get().isConnected).toBe(true);
  expect(toast()).toBeUndefined();
});

test('[R8.013] no wallet, a refusal, a failure and an empty list are Connection Failed with their reasons', async () => {
  const { connectWallet, $wallet, toast } = await loadWallet();
  await connectWallet();
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.noWallet' });
  const wallet = new FakeWallet().install();
  wallet.set('eth_requestAccounts', new ProviderError(4001, 'no'));
  await connectWallet();
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.rejected' });
  wallet.set('eth_requestAccounts', new ProviderError(-32603, 'rejected: too many requests'));
  await connectWallet();
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.failed' });
  wallet.set('eth_requestAccounts', []);
  await connectWallet();
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.noAccounts' });
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
});

test('[R8.030] an object that is not a provider is reported as Invalid Wallet Provider', async () => {
  const { connectWallet, toast } = await loadWallet();
  const wallet = new FakeWallet();
  Object.defineProperty(wallet, 'request', { value: undefined });
  wallet.install();
  await connectWallet();
  expect(toast()?.key).toBe('invalidWalletProvider');
});

test('[R9.020] a silent wallet is Wallet Connection Timeout after 8 s, and frees the button', async () => {
  const { connectWallet, $wallet, toast } = await loadWallet();
  const wallet = new FakeWallet().install();
  wallet.set('eth_chainId', () => new Promise(() => undefined));
  const connecting = connectWallet();
  await vi.advanceTimersByTimeAsync(7_999);
  expect($wallet.get().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1);
  await connecting;
  expect(toast()).toMatchObject({ key: 'walletConnectionTimeout', variant: 'destructive' });
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
  expect(wallet.methods()).not.toContain('eth_requestAccounts');
});

test('[R9.021] on a phone it is awaited for 15 s', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X)' });
  const { connectWallet, $wallet, toast } = await loadWallet();
  new FakeWallet().install().set('eth_chainId', () => new Promise(() => undefined));
  void connectWallet();
  await vi.advanceTimersByTimeAsync(14_999);
  expect($wallet.get().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1);
  expect(toast()?.key).toBe('walletConnectionTimeout');
});

test('a visitor may think for two minutes; a later approval still connects', async () => {
  const { connectWallet, $wallet, toast } = await loadWallet();
  const wallet = new FakeWallet().install();
  let approve: (accounts: readonly string[]) => void = () => undefined;
  wallet.set('eth_requestAccounts', () => new Promise((resolve) => (approve = resolve)));
  const connecting = connectWallet();
  await vi.advanceTimersByTimeAsync(119_999);
  expect($wallet.get().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1);
  await connecting;
  expect($wallet.get().status).toBe('disconnected');
  expect(toast()?.key).toBe('walletConnectionTimeout');
  wallet.granted = [ACCOUNT];
  approve([ACCOUNT]);
  await vi.waitFor(() => expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT }), 20_000);
});

test('several wallets are listed, and the chosen one is connected', async () => {
  const { connectWallet, $providers, $wallet } = await loadWallet();
  $providers.listen(() => undefined);
  const first = new FakeWallet().install('io.metamask');
  new FakeWallet([SECOND]).install('io.rabby');
  expect($providers.get().map(({ uuid }) => uuid)).toEqual(['io.metamask', 'io.rabby']);
  await connectWallet('io.rabby');
  expect($wallet.get()).toMatchObject({ account: SECOND, method: 'rabby' });
  expect(first.calls).toEqual([]);
});

test('[R4.003] a stored session is restored without asking the visitor', async () => {
  const before = await loadWallet();
  const wallet = new FakeWallet().install();
  await before.connectWallet();
  reloadStubPage(page);
  wallet.calls.length = 0;
  wallet.install();
  const { restoreWallet, $wallet } = await loadWallet();
  await restoreWallet();
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  expect(wallet.methods()).not.toContain('eth_requestAccounts');
  expect(page.posts).toHaveLength(2);
});

test('of two wallets of one name, the session is restored in that which has its account, in any case', async () => {
  page.sessionStorage.setItem('wallet_account', SECOND);
  page.sessionStorage.setItem('wallet_method', 'metamask');
  new FakeWallet([ACCOUNT]).install('io.metamask', 'first');
  new FakeWallet([SECOND.toLowerCase()]).install('io.metamask', 'second');
  const { restoreWallet, $wallet } = await loadWallet();
  await restoreWallet();
  expect($wallet.get()).toMatchObject({ status: 'connected', account: SECOND });
});

test('a restoration that the visitor ended does not take the next connection for its own', async () => {
  page.sessionStorage.setItem('wallet_account', ACCOUNT);
  page.sessionStorage.setItem('wallet_method', 'rabby');
  const { restoreWallet, disconnectWallet, connectWallet, $wallet } = await loadWallet();
  void restoreWallet();
  await disconnectWallet();
  new FakeWallet().install('io.metamask');
  await connectWallet();
  await vi.advanceTimersByTimeAsync(1_500);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT, method: 'metamask' });
});

test('without a stored session no wallet is asked anything', async () => {
  const wallet = new FakeWallet([ACCOUNT]).install();
  const { restoreWallet, $wallet } = await loadWallet();
  await restoreWallet();
  expect($wallet.get().status).toBe('disconnected');
  expect(wallet.calls).toEqual([]);
});

test('[R4.004] [R3.006] after a manual disconnect it restores only an active connection, and then lifts the flag', async () => {
  page.localStorage.setItem('wallet_manual_disconnect', 'true');
  page.sessionStorage.setItem('wallet_account', ACCOUNT);
  page.sessionStorage.setItem('wallet_method', 'metamask');
  const wallet = new FakeWallet().install();
  const { restoreWallet, $wallet } = await loadWallet();
  await restoreWallet();
  expect($wallet.get().status).toBe('disconnected');
  expect(page.localStorage.getItem('wallet_manual_disconnect')).toBe('true');

  page.sessionStorage.setItem('wallet_account', ACCOUNT);
  page.sessionStorage.setItem('wallet_method', 'metamask');
  wallet.granted = [ACCOUNT];
  await restoreWallet();
  expect($wallet.get().account).toBe(ACCOUNT);
  expect(page.localStorage.getItem('wallet_manual_disconnect')).toBeNull();
});

test('[R4.005] [R4.006] [R8.016] another account replaces the account, an empty list disconnects', async () => {
  const { connectWallet, $wallet, toast } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  wallet.useAccounts([SECOND]);
  await vi.waitFor(() => expect($wallet.get().account).toBe(SECOND), 20_000);
  wallet.useAccounts([]);
  await vi.waitFor(() => expect($wallet.get().status).toBe('disconnected'), 20_000);
  expect(toast()?.key).toBe('walletDisconnected');
  expect(page.sessionStorage.getItem('wallet_account')).toBeNull();
});

test('[R4.008] [R4.009] [R4.010] disconnecting sets the flag and removes everything else of the wallet', async () => {
  const { connectWallet, disconnectWallet, selectNetwork, $wallet, toast } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  selectNetwork(56);
  page.localStorage.setItem('synx_paid_claim', '0x 0x');
  await disconnectWallet();
  expect($wallet.get()).toMatchObject({
    status: 'disconnected',
    account: null,
    method: null,
    isConnected: false,
    selectedNetwork: 56,
  });
  expect(Object.keys(page.sessionStorage)).toEqual([]);
  expect({ ...page.localStorage }).toEqual({ wallet_manual_disconnect: 'true', selected_network: '56' });
  expect(toast()?.key).toBe('walletDisconnected');
  expect(wallet.methods()).not.toContain('wallet_revokePermissions');
});

test('[R3.007] the chosen network is kept for the next visit', async () => {
  const first = await loadWallet();
  first.selectNetwork(137);
  expect(page.localStorage.getItem('selected_network')).toBe('137');
  reloadStubPage(page);
  expect((await loadWallet()).$wallet.get().selectedNetwork).toBe(137);
  page.localStorage.setItem('selected_network', '10');
  reloadStubPage(page);
  expect((await loadWallet()).$wallet.get().selectedNetwork).toBe(1);
});

test('[R4.007] a chain change reloads the page, once for each new chain', async () => {
  const { connectWallet, $wallet } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  wallet.moveTo(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.reload).not.toHaveBeenCalled();
  wallet.moveTo(56);
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledOnce(), 20_000);
  wallet.moveTo(56);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.reload).toHaveBeenCalledOnce();
  expect($wallet.get().walletChainId).toBe(56);
});

test('[R8.018] our own switch reloads once, and its toast follows the reload', async () => {
  const first = await loadWallet();
  const wallet = new FakeWallet().install();
  await first.connectWallet();
  await first.switchNetwork(56);
  expect(page.reload).toHaveBeenCalledOnce();
  expect(first.$wallet.get()).toMatchObject({ selectedNetwork: 56, walletChainId: 56 });
  reloadStubPage(page);
  wallet.install();
  const { restoreWallet, toast } = await loadWallet();
  await restoreWallet();
  expect(toast()).toMatchObject({ key: 'networkSwitched', values: { chain: 'BSC' } });
  expect(page.reload).not.toHaveBeenCalled();
});

test('[R8.021] an added chain says so after the reload', async () => {
  const first = await loadWallet();
  const wallet = new FakeWallet().install();
  await first.connectWallet();
  wallet.set('wallet_switchEthereumChain', new ProviderError(4902, 'unknown'));
  wallet.set('wallet_addEthereumChain', () => {
    wallet.moveTo(137);
    return null;
  });
  await first.switchNetwork(137);
  expect(page.reload).toHaveBeenCalledOnce();
  reloadStubPage(page);
  wallet.install();
  const { restoreWallet, toast } = await loadWallet();
  await restoreWallet();
  expect(toast()?.key).toBe('networkAdded');
});

test('a cancelled switch shows its toast and reloads nothing', async () => {
  const { connectWallet, switchNetwork, toast, $wallet } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  wallet.set('wallet_switchEthereumChain', new ProviderError(4001, 'no'));
  await switchNetwork(56);
  expect(toast()?.key).toBe('switchCancelled');
  expect($wallet.get()).toMatchObject({ selectedNetwork: 1, walletChainId: 1 });
  expect(page.reload).not.toHaveBeenCalled();
});

test.each([
  ['the visitor says no', 4001, 'switchCancelled'],
  ['the wallet has inner trouble', -32603, 'networkSwitchFailed'],
  ['the wallet is not authorised', 4100, 'networkSwitchFailed'],
])('[R4.017] [R8.012] [R8.019] [R8.020] %s: the error is logged, nothing is added', async (_, code, key) => {
  const { connectWallet, switchNetwork, toast } = await loadWallet();
  const wallet = new FakeWallet().install();
  await connectWallet();
  const error = new ProviderError(code, 'no');
  wallet.set('wallet_switchEthereumChain', error);
  await switchNetwork(56);
  expect(toast()?.key).toBe(key);
  expect(console.warn).toHaveBeenCalledWith(error);
  expect(wallet.methods()).not.toContain('wallet_addEthereumChain');
});

test('[R8.008] switching without a wallet says that there is none', async () => {
  const { switchNetwork, toast } = await loadWallet();
  await switchNetwork(56);
  expect(toast()).toMatchObject({ key: 'networkSwitchFailed', textKey: 'wallet.error.noProvider' });
});

test('a disconnect is repeated until the API has received it, and outlives the page', async () => {
  const { connectWallet, disconnectWallet } = await loadWallet();
  new FakeWallet().install();
  await connectWallet();
  const ended = () => page.posts.filter(({ url }) => url === '/api/wallet/disconnect');
  page.answers.set('/api/wallet/disconnect', new TypeError('Failed to fetch'));
  await disconnectWallet();
  await vi.waitFor(() => expect(ended()).toHaveLength(1), 20_000);
  expect(page.fetch.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'POST', keepalive: true, credentials: 'include' });
  page.answers.set('/api/wallet/disconnect', ERROR(500, 'internal_error', 'no'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended()).toHaveLength(2);
  page.answers.set('/api/wallet/disconnect', { disconnected: true });
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(ended()).toHaveLength(3);
});

test('a wallet that is connected again is not disconnected by a pending disconnect', async () => {
  const { connectWallet, disconnectWallet } = await loadWallet();
  new FakeWallet().install();
  await connectWallet();
  page.answers.set('/api/wallet/disconnect', new TypeError('Failed to fetch'));
  await disconnectWallet();
  await connectWallet();
  const told = page.posts.filter(({ url }) => url === '/api/wallet/disconnect').length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(page.posts.filter(({ url }) => url === '/api/wallet/disconnect')).toHaveLength(told);
});
