import { beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, FakeWallet, SECOND } from './fake-wallet.ts';
import { connectedWallet, loadWallet } from './load-wallet.ts';
import { pageForEach, reloadStubPage } from './stub-page.ts';

const NEVER = () => new Promise(() => undefined);

const page = pageForEach();
let wallet: FakeWallet;
beforeEach(() => {
  wallet = new FakeWallet().install();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** The API asks for a signature before it records a stake. */
async function staking() {
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' });
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '5' });
  page.answers.set('/api/staking/stake', { amount: '5' });
  const { $stakingBalance, $stake, stakeAll } = await import('#src/stores/staking.ts');
  $stakingBalance.listen(() => undefined);
  const stores = await connectedWallet();
  await settle();
  return { ...stores, $stake, stakeAll };
}

const posted = (path: string) => page.posts.filter(({ url }) => url === path);

test('(S34) a wallet that falls asleep while it is restored leaves the button free', async () => {
  const before = await connectedWallet();
  expect(before.$wallet.get().status).toBe('connected');
  reloadStubPage(page);
  wallet.forgetListeners();
  wallet.install();
  let answers = 1;
  wallet.set('eth_accounts', () => (answers-- > 0 ? wallet.granted : NEVER()));
  const { restoreWallet, $wallet } = await loadWallet();
  const restoring = restoreWallet();
  await vi.advanceTimersByTimeAsync(30_000);
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
  await restoring;
});

test('(S34) a wallet that is gone leaves the button after a second and a half; a late one is still restored, without a window', async () => {
  await connectedWallet();
  reloadStubPage(page);
  const { restoreWallet, $wallet } = await loadWallet();
  const restoring = restoreWallet();
  await vi.advanceTimersByTimeAsync(1_000);
  expect($wallet.get().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(500);
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
  const late = new FakeWallet([ACCOUNT]);
  await vi.advanceTimersByTimeAsync(3_000);
  late.install();
  await vi.advanceTimersByTimeAsync(300);
  await restoring;
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  expect(late.methods()).not.toContain('eth_requestAccounts');
});

test('(S34) a wallet that announced itself is awaited, however slowly it answers', async () => {
  await connectedWallet();
  reloadStubPage(page);
  wallet.forgetListeners();
  wallet.install();
  const accounts = wallet.granted;
  wallet.set('eth_accounts', () => new Promise((resolve) => setTimeout(resolve, 2_500, accounts)));
  const { restoreWallet, $wallet } = await loadWallet();
  const restoring = restoreWallet();
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get().status).toBe('connecting');
  await vi.advanceTimersByTimeAsync(4_000);
  await restoring;
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
});

test('(S34) whoever connects while a wallet is still looked for keeps that connection', async () => {
  await connectedWallet();
  reloadStubPage(page);
  const { restoreWallet, connectWallet, $wallet } = await loadWallet();
  const restoring = restoreWallet();
  await vi.advanceTimersByTimeAsync(1_500);
  new FakeWallet([SECOND]).install('com.other');
  await connectWallet('com.other');
  expect($wallet.get()).toMatchObject({ status: 'connected', account: SECOND });
  await vi.advanceTimersByTimeAsync(30_000);
  await restoring;
  expect($wallet.get()).toMatchObject({ status: 'connected', account: SECOND });
});

test('(S34) a signature that never comes ends after two minutes, and a later one is not used', async () => {
  const { stakeAll, $stake, toast, $openQuestion } = await staking();
  let sign: (signature: string) => void = () => undefined;
  wallet.set('personal_sign', () => new Promise((resolve) => (sign = resolve)));
  const staked = stakeAll();
  await settle();
  expect($openQuestion.get()?.what).toBe('stake');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await staked).toBe(false);
  expect(toast()).toMatchObject({ key: 'stakingFailed', textKey: 'wallet.error.silent' });
  expect([$stake.get().pending, $openQuestion.get()]).toEqual([false, null]);
  sign(`0x${'11'.repeat(65)}`);
  await settle();
  expect([...posted('/api/wallet/prove'), ...posted('/api/staking/stake')]).toEqual([]);
});

test('(S34) the visitor can give a signature up, and nothing of it is sent later', async () => {
  const { stakeAll, toast, $openQuestion } = await staking();
  let sign: (signature: string) => void = () => undefined;
  wallet.set('personal_sign', () => new Promise((resolve) => (sign = resolve)));
  const staked = stakeAll();
  await settle();
  $openQuestion.get()?.cancel();
  expect(await staked).toBe(false);
  expect(toast()).toMatchObject({ key: 'stakingFailed', textKey: 'wallet.error.rejected' });
  sign(`0x${'11'.repeat(65)}`);
  await settle();
  expect(posted('/api/wallet/prove')).toEqual([]);
});

const PROPOSAL = { id: 'p', title: 'T', summary: 'S', choices: [{ id: 'c', label: 'C' }] };

/** An open proposal, and a wallet that never signs. */
async function voting() {
  page.answers.set('/api/wallet/nonce', { nonce: 'ab'.repeat(16), expiresAt: '2026-01-01T00:10:00Z' });
  vi.stubGlobal('document', { hidden: false, documentElement: { lang: 'en' } });
  page.answers.set('/api/voting/proposals', { proposals: [PROPOSAL] });
  const stores = await connectedWallet();
  wallet.set('personal_sign', NEVER);
  return { ...stores, ...(await import('#src/stores/voting.ts')) };
}

test('(S34) a vote that is never signed frees the ballot', async () => {
  const { $vote, castVote } = await voting();
  const voted = castVote('p', 'c');
  await settle();
  expect($vote.get().step).toBe('signing');
  await vi.advanceTimersByTimeAsync(120_000);
  await voted;
  expect($vote.get()).toMatchObject({ step: 'failed', textKey: 'wallet.error.silent' });
  expect(posted('/api/voting/vote')).toEqual([]);
});

test('(S34) a vote and a referral code are named while the wallet is asked for them, and can be given up', async () => {
  const { $openQuestion, $vote, castVote } = await voting();
  const voted = castVote('p', 'c');
  await settle();
  expect($openQuestion.get()?.what).toBe('vote');
  $openQuestion.get()?.cancel();
  await voted;
  expect($vote.get().step).toBe('rejected');
  const { $busyMission, showOwn } = await import('#src/stores/airdrop.ts');
  const shown = showOwn();
  await settle();
  expect($openQuestion.get()?.what).toBe('code');
  $openQuestion.get()?.cancel();
  expect(await shown).toBe(false);
  expect([$busyMission.get(), $openQuestion.get()]).toEqual([null, null]);
  expect([...posted('/api/wallet/prove'), ...posted('/api/voting/vote')]).toEqual([]);
});

test.each([
  [-32002, 'stake'],
  [-32001, 'stake'],
  [-32002, 'vote'],
  [-32001, 'vote'],
  [-32002, 'code'],
  [-32001, 'code'],
] as const)(
  '(S34) a signature that answers %i, for a %s, waits for the window that is open already, and then goes on',
  async (code, what) => {
    const { stakeAll, toast, $stake } = await staking();
    page.answers.set('/api/wallet/nonce', { nonce: 'ab'.repeat(16), expiresAt: '2026-01-01T00:10:00Z' });
    page.answers.set('/api/voting/proposals', { proposals: [PROPOSAL] });
    vi.stubGlobal('document', { hidden: false, documentElement: { lang: 'en' } });
    const { $vote, castVote } = await import('#src/stores/voting.ts');
    const { $busyMission, showOwn } = await import('#src/stores/airdrop.ts');
    const { $openQuestion } = await import('#src/stores/ask-wallet.ts');
    wallet.set('personal_sign', new ProviderError(code, 'Request already pending'));
    const asked = { stake: stakeAll, vote: () => castVote('p', 'c'), code: showOwn }[what]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(toast()).toMatchObject({ key: 'answerWallet', variant: 'default' });
    expect($openQuestion.get()?.what).toBe(what);
    const state = () => [$stake.get().pending, $vote.get().step === 'signing', $busyMission.get() !== null];
    expect(state()).toEqual([what === 'stake', what === 'vote', what === 'code']);
    const sent = () => [...posted('/api/wallet/prove'), ...posted('/api/voting/vote')].length;
    expect(sent()).toBe(0);
    wallet.set('personal_sign', `0x${'11'.repeat(65)}`);
    await vi.advanceTimersByTimeAsync(3_000);
    await asked;
    expect(sent()).toBe(1);
    expect([...state(), $openQuestion.get()]).toEqual([false, false, false, null]);
  },
);

test('(S34) a wallet that has another request open is not asked again after a logout', async () => {
  const { switchNetwork, disconnectWallet, $openQuestion } = await connectedWallet();
  wallet.set('wallet_switchEthereumChain', new ProviderError(-32002, 'Request already pending'));
  const switching = switchNetwork(56);
  await settle();
  const asked = () => wallet.methods().filter((method) => method === 'wallet_switchEthereumChain').length;
  await disconnectWallet();
  await switching;
  const before = asked();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked(), $openQuestion.get()]).toEqual([before, null]);
});

test('(S34) a switch of the network is named while the wallet is asked for it, and can be given up', async () => {
  const { switchNetwork, $openQuestion, $wallet, toast } = await connectedWallet();
  wallet.set('wallet_switchEthereumChain', NEVER);
  const switching = switchNetwork(56);
  await settle();
  expect($openQuestion.get()?.what).toBe('switch');
  $openQuestion.get()?.cancel();
  await switching;
  expect(toast()?.key).toBe('switchCancelled');
  expect($wallet.get()).toMatchObject({ selectedNetwork: 1, walletChainId: 1 });
});

test('(S34) a connection that was given up is not opened by a later approval', async () => {
  const { connectWallet, $wallet, $openQuestion, toast } = await loadWallet();
  let approve: (accounts: readonly string[]) => void = () => undefined;
  wallet.set('eth_requestAccounts', () => new Promise((resolve) => (approve = resolve)));
  const connecting = connectWallet();
  await settle();
  expect($openQuestion.get()?.what).toBe('connect');
  $openQuestion.get()?.cancel();
  await connecting;
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.rejected' });
  wallet.granted = [ACCOUNT];
  approve([ACCOUNT]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect($wallet.get().status).toBe('disconnected');
});

test('(S34) a connection that was given up before the wallet was asked opens no window of it later', async () => {
  const { connectWallet, $openQuestion } = await loadWallet();
  wallet.set('eth_chainId', () => new Promise((resolve) => setTimeout(resolve, 2_000, '0x1')));
  const connecting = connectWallet();
  await settle();
  $openQuestion.get()?.cancel();
  await connecting;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(wallet.methods()).not.toContain('eth_requestAccounts');
});

test.each(['by the visitor', 'after two minutes'])(
  '(S34) a wallet that does not know the network, and says so late, is not asked to add it once the switch was given up %s',
  async (how) => {
    const { switchNetwork, $openQuestion } = await connectedWallet();
    let fail = (): void => undefined;
    wallet.set('wallet_switchEthereumChain', () => {
      return new Promise((_, reject) => {
        fail = () => reject(new ProviderError(4902, 'Unrecognized chain'));
      });
    });
    const switching = switchNetwork(56);
    await settle();
    if (how === 'by the visitor') $openQuestion.get()?.cancel();
    else await vi.advanceTimersByTimeAsync(120_000);
    expect(await switching).toBe('failed');
    fail();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(wallet.methods()).not.toContain('wallet_addEthereumChain');
  },
);

test('(S34) a wallet that adds a network after the switch was given up is not asked to go there', async () => {
  const { switchNetwork, $openQuestion } = await connectedWallet();
  let add = (): void => undefined;
  wallet.set('wallet_switchEthereumChain', new ProviderError(4902, 'Unrecognized chain'));
  wallet.set('wallet_addEthereumChain', () => {
    return new Promise((resolve) => {
      add = () => resolve(null);
    });
  });
  const switching = switchNetwork(56);
  await settle();
  $openQuestion.get()?.cancel();
  await switching;
  add();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wallet.methods().filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1);
});

test('(S34) a switch whose promise hangs is done when the wallet tells of the chain, and later changes count', async () => {
  const { switchNetwork, $wallet } = await connectedWallet();
  wallet.set('wallet_switchEthereumChain', ({ chainId }: { chainId: string }) => {
    wallet.moveTo(Number(chainId));
    return NEVER();
  });
  const switching = switchNetwork(56);
  await vi.advanceTimersByTimeAsync(2_000);
  await switching;
  expect($wallet.get()).toMatchObject({ selectedNetwork: 56, walletChainId: 56 });
  wallet.moveTo(137);
  await settle();
  expect($wallet.get().walletChainId).toBe(137);
});

test('(S34) a network is switched only when the wallet is there: a slow one is awaited, a false word is not believed', async () => {
  const { switchNetwork, $wallet, toast } = await connectedWallet();
  wallet.set('wallet_switchEthereumChain', () => {
    setTimeout(() => (wallet.chainId = 56), 1_200);
    return null;
  });
  const slow = switchNetwork(56);
  await vi.advanceTimersByTimeAsync(3_000);
  await slow;
  expect($wallet.get()).toMatchObject({ selectedNetwork: 56, walletChainId: 56 });
  wallet.set('wallet_switchEthereumChain', null);
  const never = switchNetwork(137);
  await vi.advanceTimersByTimeAsync(10_000);
  await never;
  expect(toast()?.key).toBe('networkSwitchFailed');
  expect($wallet.get()).toMatchObject({ selectedNetwork: 56, walletChainId: 56 });
});

test('(S34) a browser without storage is not reloaded by each change of network', async () => {
  const { switchNetwork, $wallet, toast } = await connectedWallet();
  const blocked = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked });
  await switchNetwork(56);
  expect(page.reload).not.toHaveBeenCalled();
  expect($wallet.get()).toMatchObject({ status: 'connected', walletChainId: 56 });
  expect(toast()?.key).toBe('networkSwitched');
});

test('(S34) an account that returns at once was never gone', async () => {
  const { $wallet, toast } = await connectedWallet();
  wallet.useAccounts([]);
  await vi.advanceTimersByTimeAsync(300);
  wallet.useAccounts([ACCOUNT]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  expect(toast()).toBeUndefined();
});

test('(S34) a node that a wallet lost is no lost wallet', async () => {
  const { $wallet, toast } = await connectedWallet();
  wallet.emit('disconnect', Object.assign(new Error('no node'), { code: 4900 }));
  wallet.emit('connect', { chainId: '0x1' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  expect(toast()).toBeUndefined();
  wallet.useAccounts([SECOND]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get().account).toBe(SECOND);
});

test('[R4.006] [R4.009] (S34) a lock is told truly, keeps what restores it, and sets no flag of a logout', async () => {
  const { $wallet, toast } = await connectedWallet();
  wallet.useAccounts([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get().status).toBe('disconnected');
  expect(toast()).toMatchObject({ key: 'walletDisconnected', textKey: 'wallet.error.locked' });
  expect(Object.keys(page.sessionStorage).filter((key) => /account|method/.test(key))).toEqual([]);
  expect(page.localStorage.getItem('wallet_manual_disconnect')).toBeNull();
  wallet.useAccounts([ACCOUNT]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  expect(wallet.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(1);
});

test.each(['visibilitychange', 'pageshow'])('(S34) after %s the page shows what the wallet says now', async (kind) => {
  const { $wallet } = await connectedWallet();
  const comeBack = () => page.window.dispatchEvent(Object.assign(new Event(kind), { persisted: true }));
  // No event reached the page.
  wallet.granted = [SECOND];
  wallet.chainId = 56;
  comeBack();
  await vi.advanceTimersByTimeAsync(100);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: SECOND, walletChainId: 56 });
  wallet.chainId = 137;
  comeBack();
  await vi.advanceTimersByTimeAsync(100);
  expect($wallet.get().walletChainId).toBe(137);
  wallet.granted = [];
  comeBack();
  await vi.advanceTimersByTimeAsync(100);
  expect($wallet.get()).toMatchObject({ status: 'disconnected', account: null });
});

test('no balance of an account outlives its logout', async () => {
  const { $balances, loadBalances, disconnectWallet } = await connectedWallet();
  $balances.listen(() => undefined);
  await loadBalances(1);
  expect($balances.get()['1:ETH']).toBe(10n ** 19n);
  await disconnectWallet();
  expect($balances.get()).toEqual({});
});
