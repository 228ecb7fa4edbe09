import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ACCOUNT, FakeWallet, SECOND } from './fake-wallet.ts';
import { connectedWallet, loadWallet } from './load-wallet.ts';
import { pageForEach, reloadStubPage } from './stub-page.ts';

const page = pageForEach();
let wallet: FakeWallet;
beforeEach(() => {
  wallet = new FakeWallet().install();
  page.answers.set('/api/wallet/nonce', { nonce: 'ab'.repeat(16), expiresAt: '2026-01-01T00:10:00Z' });
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '5' });
});

const loop = () => {
  const error: Error & { cause?: unknown; data?: unknown } = new Error('loop');
  error.cause = { cause: error, data: { originalError: error } };
  return error;
};
const deep = () => Array.from({ length: 5_000 }).reduce<unknown>((cause) => ({ cause }), { code: 1 });
const trap = () => {
  throw new Error('trap');
};
const TRAPS = { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap };

/** What a wallet may throw, and whether it says that the visitor refused. */
const THROWN: readonly (readonly [name: string, thrown: () => unknown, refused: boolean])[] = [
  ['a sentence', () => 'User rejected the request.', true],
  ['another sentence', () => 'boom', false],
  ['null', () => null, false],
  ['nothing', () => undefined, false],
  ['a BigInt', () => 4001n, false],
  ['a code as text', () => ({ code: '4001', message: 'no' }), true],
  ['a code as BigInt', () => ({ code: 4001n }), true],
  ['a loop of causes', loop, false],
  ['five thousand causes', deep, false],
  ['getters that throw', () => Object.defineProperties({}, { code: { get: trap }, message: { get: trap } }), false],
  ['a proxy that throws', () => new Proxy({}, TRAPS), false],
];

describe.each(THROWN)('(S34) a wallet that throws %s', (_name, thrown, refused) => {
  const throwIt = () => {
    throw thrown();
  };

  test('fails to connect, and the button is free', async () => {
    const { connectWallet, $wallet, toast, $openQuestion } = await loadWallet();
    wallet.set('eth_requestAccounts', throwIt);
    await connectWallet();
    expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
    expect(toast()).toMatchObject({
      key: 'connectionFailed',
      textKey: `wallet.error.${refused ? 'rejected' : 'failed'}`,
    });
    expect($openQuestion.get()).toBeNull();
  });

  test('fails to switch, and can be asked again', async () => {
    const { switchNetwork, $wallet, toast } = await connectedWallet();
    wallet.set('wallet_switchEthereumChain', throwIt);
    await switchNetwork(56);
    expect(toast()?.key).toBe(refused ? 'switchCancelled' : 'networkSwitchFailed');
    wallet.set('wallet_switchEthereumChain', () => wallet.moveTo(56));
    await switchNetwork(56);
    expect($wallet.get()).toMatchObject({ selectedNetwork: 56, walletChainId: 56 });
  });

  test('signs nothing, and staking can be asked for again', async () => {
    const { $stakingBalance, $stake, stakeAll, toast } = await connectedWallet();
    $stakingBalance.listen(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    wallet.set('personal_sign', throwIt);
    expect(await stakeAll()).toBe(false);
    expect($stake.get().pending).toBe(false);
    expect(toast()).toMatchObject({ key: 'stakingFailed', variant: 'destructive' });
    expect(toast()?.textKey === 'wallet.error.rejected').toBe(refused);
  });

  test('leaves the purchase button free, with a word on what is known', async () => {
    const { toast } = await connectedWallet();
    const { answerSummary, buy } = await import('#src/purchase/offer/purchase.ts');
    const { $purchase } = await import('#src/purchase/purchase-state.ts');
    const { $config, $prices, $pricing, $stats } = await import('#src/stores/presale.ts');
    for (const store of [$pricing, $prices, $config, $stats]) store.listen(() => undefined);
    await Promise.all([import('#src/purchase/run-purchase.ts'), import('#src/purchase/send-purchase.ts')]);
    $purchase.listen(({ stage }) => stage === 'summary' && answerSummary({ termsVersion: '2026-01-01' }));
    await vi.advanceTimersByTimeAsync(0);
    wallet.set('eth_sendTransaction', throwIt);
    await buy({ chainId: 1, symbol: 'ETH', amount: '1' });
    expect($purchase.get().stage).toBe('idle');
    expect(toast()?.key).toBe(refused ? 'transactionCancelled' : 'transactionFailed');
  });
});

const METHODS = ['eth_requestAccounts', 'eth_accounts', 'eth_chainId', 'eth_getBalance', 'eth_call'];

test.each(METHODS)('(S34) a wallet that never answers %s holds neither connect, restore nor switch', async (method) => {
  const { connectWallet, $wallet, switchNetwork, $openQuestion } = await connectedWallet();
  wallet.set(method, () => new Promise(() => undefined));
  const switching = switchNetwork(56);
  await vi.advanceTimersByTimeAsync(200_000);
  await switching;
  const again = connectWallet();
  await vi.advanceTimersByTimeAsync(200_000);
  await again;
  expect($wallet.get().status).not.toBe('connecting');
  expect($openQuestion.get()).toBeNull();
  reloadStubPage(page);
  wallet.forgetListeners();
  wallet.install();
  const restored = await loadWallet();
  const restoring = restored.restoreWallet();
  await vi.advanceTimersByTimeAsync(200_000);
  await restoring;
  expect(restored.$wallet.get().status).not.toBe('connecting');
});

test.each([undefined, 'abc', '0x', {}, Number.NaN, '0x1fffffffffffffffffffff', -5, 1.5])(
  '(S34) a wallet that names %s as its chain reloads no page, and is not believed',
  async (answer) => {
    const { $wallet, recheckWallet } = await connectedWallet();
    wallet.set('eth_chainId', () => answer);
    await recheckWallet();
    wallet.emit('chainChanged', answer);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(page.reload).not.toHaveBeenCalled();
    expect($wallet.get()).toMatchObject({ status: 'connected', walletChainId: 1 });
  },
);

test('(S34) a wallet that throws at once, not in its promise, hides no other of its kind from a restore', async () => {
  wallet = new FakeWallet([ACCOUNT]).install('com.own');
  const { connectWallet } = await loadWallet();
  await connectWallet('com.own');
  reloadStubPage(page);
  const broken = new FakeWallet();
  broken.request = trap;
  broken.install('com.broken');
  wallet.forgetListeners();
  wallet.install('com.own');
  const { restoreWallet, $wallet } = await loadWallet();
  await restoreWallet();
  expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
});

test('(S34) a wallet that changes its account while it is asked for it is shown as it is afterwards', async () => {
  const { connectWallet, $wallet } = await loadWallet();
  wallet.set('eth_requestAccounts', () => {
    wallet.useAccounts([]);
    wallet.useAccounts([SECOND]);
    return [SECOND];
  });
  await connectWallet();
  await vi.advanceTimersByTimeAsync(2_000);
  expect($wallet.get()).toMatchObject({ status: 'connected', account: SECOND });
});

test('(S34) a wallet that is removed while it is connected leaves a page that can be used', async () => {
  const { $wallet, recheckWallet, connectWallet, toast } = await connectedWallet();
  wallet.request = trap;
  await recheckWallet();
  expect($wallet.get().status).toBe('connected');
  await connectWallet();
  expect($wallet.get()).toMatchObject({ isLoading: false });
  expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.failed' });
});

test('(S34) a wallet that never tells one balance hides no other', async () => {
  const { $balances, loadBalances } = await import('#src/stores/balances.ts');
  await connectedWallet();
  $balances.listen(() => undefined);
  await import('#src/wallet/read-chain.ts');
  wallet.set('eth_call', () => new Promise(() => undefined));
  const loading = loadBalances(1);
  await vi.advanceTimersByTimeAsync(8_000);
  await loading;
  expect($balances.get()).toMatchObject({ '1:ETH': 10n ** 19n, '1:USDC': null });
});

test.each([[null], ['abc'], [{}], [[null]], [['0x12']], [[{}]], [{ length: 3 }]])(
  '(S34) a wallet that names %j as its accounts connects nobody',
  async (accounts) => {
    const { connectWallet, $wallet, toast } = await loadWallet();
    wallet.set('eth_requestAccounts', accounts);
    wallet.set('eth_accounts', accounts);
    await connectWallet();
    expect($wallet.get()).toMatchObject({ status: 'disconnected', account: null, isLoading: false });
    expect(toast()?.key).toBe('connectionFailed');
  },
);

test('(S34) a wallet that takes no listener leaves no error of the page, whenever it begins to refuse', async () => {
  const failures: unknown[] = [];
  const report = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', report);
  const { connectWallet, $wallet, recheckWallet, disconnectWallet } = await connectedWallet();
  wallet.on = trap;
  wallet.removeListener = trap;
  wallet.granted = [];
  await recheckWallet();
  expect($wallet.get().status).toBe('disconnected');
  await connectWallet();
  await disconnectWallet();
  expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', report);
  expect(failures).toEqual([]);
});

test.each([null, undefined, 5, '', '0x', 'signed', {}, `0x${'11'.repeat(1_000_000)}`])(
  '(S34) a signature that is none is not sent',
  async (signature) => {
    const { $stakingBalance, $stake, stakeAll, toast } = await connectedWallet();
    $stakingBalance.listen(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    wallet.set('personal_sign', () => signature);
    expect(await stakeAll()).toBe(false);
    expect([toast()?.key, $stake.get().pending]).toEqual(['stakingFailed', false]);
    expect(page.posts.filter(({ url }) => url === '/api/wallet/prove')).toEqual([]);
  },
);

test('(S34) of two open questions the newest is named, then the other', async () => {
  const { $stakingBalance, stakeAll, switchNetwork, $openQuestion } = await connectedWallet();
  $stakingBalance.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  wallet.set('wallet_switchEthereumChain', () => new Promise(() => undefined));
  wallet.set('personal_sign', () => new Promise(() => undefined));
  const switching = switchNetwork(56);
  await vi.advanceTimersByTimeAsync(0);
  const staking = stakeAll();
  await vi.advanceTimersByTimeAsync(0);
  expect($openQuestion.get()?.what).toBe('stake');
  $openQuestion.get()?.cancel();
  expect(await staking).toBe(false);
  expect($openQuestion.get()?.what).toBe('switch');
  $openQuestion.get()?.cancel();
  await switching;
  expect($openQuestion.get()).toBeNull();
});
