import { describe, expect, test, vi } from 'vitest';
import { ACCOUNT, SECOND } from './fake-wallet.ts';
import { loadWallet } from './load-wallet.ts';
import { PlayedWallet } from './played-wallet.ts';
import { REAL_WALLETS, type RealWallet } from './real-wallets.ts';
import { pageForEach, reloadStubPage } from './stub-page.ts';

const page = pageForEach();

/** A load of the page with the wallet in it. */
function load(wallet: PlayedWallet) {
  wallet.load();
  return loadWallet();
}

const isPending = ({ whileOpen }: RealWallet) => whileOpen !== 'waits' && [-32_001, -32_002].includes(whileOpen.code);
/** It answers a second request as if the visitor had refused that. */
const isRefused = (like: RealWallet) => like.whileOpen !== 'waits' && !isPending(like);

type Loaded = Awaited<ReturnType<typeof load>>;

const asking = (wallet: PlayedWallet, method: string) => vi.waitFor(() => expect(wallet.asks).toBe(method), 20_000);

async function connect(wallet: PlayedWallet, { connectWallet }: Loaded): Promise<void> {
  const connecting = connectWallet();
  await asking(wallet, 'eth_requestAccounts');
  wallet.approve();
  await connecting;
}

async function connected(like: RealWallet) {
  const wallet = new PlayedWallet(like);
  const stores = await load(wallet);
  await connect(wallet, stores);
  return { wallet, ...stores };
}

/** Another load of the page, with the grant and the open window that the wallet still has. */
async function reload(wallet: PlayedWallet): Promise<Loaded> {
  reloadStubPage(page);
  const stores = await load(wallet);
  await stores.restoreWallet();
  return stores;
}

describe.each(REAL_WALLETS)('with $name', (like) => {
  test('one window connects it, whatever it tells before it answers', async () => {
    const { wallet, $wallet, toast } = await connected(like);
    expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT, method: like.method });
    expect(wallet.windows).toBe(1);
    expect(toast()).toBeUndefined();
  });

  test('a refusal to connect is named as one, and the button can be pressed again', async () => {
    const wallet = new PlayedWallet(like);
    const stores = await load(wallet);
    const connecting = stores.connectWallet();
    await asking(wallet, 'eth_requestAccounts');
    wallet.reject();
    await connecting;
    expect(stores.toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.rejected' });
    await connect(wallet, stores);
    expect(stores.$wallet.get().status).toBe('connected');
  });

  test('a window left open by an earlier load opens no second one, and its approval connects', async () => {
    const wallet = new PlayedWallet(like);
    const first = await load(wallet);
    void first.connectWallet();
    await asking(wallet, 'eth_requestAccounts');
    const { connectWallet, $wallet } = await reload(wallet);
    const again = connectWallet();
    if (isRefused(like)) {
      await again;
      expect($wallet.get()).toMatchObject({ status: 'disconnected', isLoading: false });
    } else {
      await vi.advanceTimersByTimeAsync(60_000);
      expect($wallet.get()).toMatchObject({ status: 'connecting', isLoading: true });
    }
    wallet.approve();
    await vi.advanceTimersByTimeAsync(3_000);
    await (isRefused(like) ? connectWallet() : again);
    expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
    expect(wallet.windows).toBe(1);
  });

  test('a change of network asked on the page reloads it once, and says so', async () => {
    const { wallet, switchNetwork } = await connected(like);
    const switching = switchNetwork(56);
    if (!like.switchesAtOnce) {
      await asking(wallet, 'wallet_switchEthereumChain');
      wallet.approve();
    }
    await switching;
    expect(page.reload).toHaveBeenCalledOnce();
    const { $wallet, toast } = await reload(wallet);
    expect($wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT, walletChainId: 56 });
    expect(toast()).toMatchObject({ key: 'networkSwitched', values: { chain: 'BSC' } });
  });

  test('a network that it does not know is added, or is not said to be reached', async () => {
    const { wallet, switchNetwork, $wallet, toast } = await connected(like);
    wallet.known.delete(137);
    const switching = switchNetwork(137);
    if (like.unknownChain.code === 4902) {
      await asking(wallet, 'wallet_addEthereumChain');
      wallet.approve();
      await switching;
      expect($wallet.get()).toMatchObject({ walletChainId: 137, selectedNetwork: 137 });
      return;
    }
    await switching;
    expect(wallet.methods()).not.toContain('wallet_addEthereumChain');
    expect($wallet.get()).toMatchObject({ walletChainId: 1, selectedNetwork: 1 });
    expect(toast()?.key).toBe(like.unknownChain.code === 4001 ? 'switchCancelled' : 'networkSwitchFailed');
    expect(page.reload).not.toHaveBeenCalled();
  });

  test('a payment rejected in its window is Transaction Cancelled, and nothing is recorded', async () => {
    const { wallet } = await connected(like);
    const { answerSummary, buy } = await import('#src/purchase/offer/purchase.ts');
    const { $purchase } = await import('#src/purchase/purchase-state.ts');
    const { $outbox } = await import('#src/purchase/pending-purchases.ts');
    const { $toasts } = await import('#src/stores/toasts.ts');
    const { $config, $prices, $pricing, $stats } = await import('#src/stores/presale.ts');
    for (const store of [$pricing, $prices, $config, $stats]) store.listen(() => undefined);
    await Promise.all([import('#src/purchase/run-purchase.ts'), import('#src/purchase/send-purchase.ts')]);
    $purchase.listen(({ stage }) => stage === 'summary' && answerSummary({ termsVersion: '2026-01-01' }));
    await vi.advanceTimersByTimeAsync(0);
    const buying = buy({ chainId: 1, symbol: 'ETH', amount: '1' });
    await asking(wallet, 'eth_sendTransaction');
    wallet.reject();
    await buying;
    expect($toasts.get()[0]?.key).toBe('transactionCancelled');
    expect($outbox.get()).toEqual([]);
    expect(page.posts.filter(({ url }) => url === '/api/presale/purchase')).toEqual([]);
  });

  test('a reload restores it without a window, also while it is locked if it then still names the account', async () => {
    const { wallet } = await connected(like);
    const restored = await reload(wallet);
    expect(restored.$wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT, method: like.method });
    wallet.lock();
    const locked = await reload(wallet);
    expect(locked.$wallet.get().status).toBe(like.hidesWhenLocked ? 'disconnected' : 'connected');
    expect([wallet.windows, wallet.asks]).toEqual([1, null]);
  });

  test('a lock that it tells leaves no account on the page, and connecting again unlocks it', async () => {
    const { wallet, ...stores } = await connected(like);
    wallet.lock();
    if (!like.hidesWhenLocked) {
      await vi.advanceTimersByTimeAsync(0);
      expect(stores.$wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
      expect(stores.toast()).toBeUndefined();
      return;
    }
    await vi.waitFor(
      () => expect(stores.$wallet.get()).toMatchObject({ status: 'disconnected', account: null }),
      20_000,
    );
    expect(stores.toast()?.key).toBe('walletDisconnected');
    await connect(wallet, stores);
    expect(stores.$wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
  });

  test('another account in the wallet is followed as far as the wallet tells of it', async () => {
    const { wallet, $wallet } = await connected(like);
    wallet.chooseUngranted(SECOND);
    const expected = { named: SECOND, none: null, untold: ACCOUNT }[like.ungrantedAccount];
    await vi.waitFor(() => expect($wallet.get().account).toBe(expected), 20_000);
  });
});

describe.each(REAL_WALLETS.filter(isPending))('with $name, whose window is still open', (like) => {
  test('the visitor is led to that window, and the page waits for it, for as long as for its own', async () => {
    const wallet = new PlayedWallet(like);
    void (await load(wallet)).connectWallet();
    await asking(wallet, 'eth_requestAccounts');
    const { connectWallet, toast, $openQuestion, $wallet } = await reload(wallet);
    const connecting = connectWallet();
    await vi.advanceTimersByTimeAsync(119_000);
    expect(toast()).toMatchObject({ key: 'answerWallet', variant: 'default' });
    expect([$wallet.get().status, $openQuestion.get()?.what]).toEqual(['connecting', 'connect']);
    await vi.advanceTimersByTimeAsync(1_000);
    await connecting;
    expect(toast()?.key).toBe('walletConnectionTimeout');
    expect([$wallet.get().status, $openQuestion.get(), wallet.windows]).toEqual(['disconnected', null, 1]);
    const asks = () => wallet.methods().filter((method) => method === 'eth_requestAccounts').length;
    const before = asks();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asks()).toBe(before);
  });

  test('the visitor gives it up on the page, and refuses it in the wallet, without another window', async () => {
    const wallet = new PlayedWallet(like);
    void (await load(wallet)).connectWallet();
    await asking(wallet, 'eth_requestAccounts');
    const { connectWallet, toast, $openQuestion, $wallet } = await reload(wallet);
    const connecting = connectWallet();
    await vi.advanceTimersByTimeAsync(10_000);
    $openQuestion.get()?.cancel();
    await connecting;
    expect(toast()).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.rejected' });
    wallet.reject();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([$wallet.get().status, wallet.windows]).toEqual(['disconnected', 1]);
  });
});

const asksToSwitch = (like: RealWallet) => isPending(like) && !like.switchesAtOnce;

describe.each(REAL_WALLETS.filter(asksToSwitch))('with $name, whose question about a network is open', (like) => {
  test('the visitor is led to that window, and is not told that the switch failed', async () => {
    const { wallet, switchNetwork: ask } = await connected(like);
    void ask(56);
    await asking(wallet, 'wallet_switchEthereumChain');
    const { switchNetwork, toast, $openQuestion } = await reload(wallet);
    const switching = switchNetwork(56);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(toast()).toMatchObject({ key: 'answerWallet', variant: 'default' });
    expect($openQuestion.get()?.what).toBe('switch');
    wallet.approve();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await switching).not.toBe('failed');
    expect([$openQuestion.get(), wallet.windows]).toEqual([null, 2]);
  });
});

describe.each(REAL_WALLETS.filter(({ hidesWhenLocked }) => hidesWhenLocked))('with $name, locked', (like) => {
  test('the page keeps what restores it, and a load after the unlocking does, without a window', async () => {
    const { wallet } = await connected(like);
    wallet.lock();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.localStorage.getItem('wallet_method_backup')).toBe(like.method);
    expect((await reload(wallet)).$wallet.get().status).toBe('disconnected');
    expect(page.localStorage.getItem('wallet_method_backup')).toBe(like.method);
    wallet.unlock();
    expect((await reload(wallet)).$wallet.get()).toMatchObject({ status: 'connected', account: ACCOUNT });
    expect(wallet.windows).toBe(1);
  });
});

test('no wallet is described without the public files in which its behaviour can be read', () => {
  for (const { sources } of REAL_WALLETS)
    for (const source of sources) expect(source).toMatch(/^(?:npm )?[@\w-]+\/[\w-]+: [\w./-]+\.[jt]s$/);
});
