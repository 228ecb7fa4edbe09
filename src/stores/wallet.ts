import { atom, onMount } from 'nanostores';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { BRIDGE_ID, HAS_BRIDGE } from '#src/wallet/bridge-option.ts';
import { connectionMethod } from '#src/wallet/connection-method.ts';
import { discoverProviders, knownWallets } from '#src/wallet/discover-providers.ts';
import { findSessionWallet } from '#src/wallet/find-session-wallet.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import { loadBridge } from '#src/wallet/load-bridge.ts';
import type { ConnectionChange, WalletConnection, WalletDetail } from '#src/wallet/provider-types.ts';
import { providerWait } from '#src/wallet/resolve-provider.ts';
import { clearSession, readSession, storeChain, storeSession } from '#src/wallet/session-keys.ts';
import { connectNotice } from '#src/wallet/wallet-notices.ts';
import { currentConnection, replaceConnection } from './current-connection.ts';
import { hasStoredSession } from './has-stored-session.ts';
import { registerWallet } from './register-wallet.ts';
import { followChain } from './switch-network.ts';
import { showQueuedToast, showToast } from './toasts.ts';
import { $wallet, resetWallet } from './wallet-state.ts';

export const $providers = atom<readonly WalletDetail['info'][]>([]);

onMount($providers, () => discoverProviders((wallets) => $providers.set(wallets.map(({ info }) => info))));

/**
 * Connects the announced wallet with this uuid, or the bridge by its name, otherwise the first wallet; a failure shows
 * its toast. The button waits for the visitor's decision as long as a purchase does; a later one still connects, as
 * late payments are still recorded (decision 12).
 */
export async function connectWallet(uuid?: string): Promise<void> {
  const before = $wallet.get();
  if (before.status === 'connecting') return;
  $wallet.set({ ...before, status: 'connecting', isLoading: true });
  discoverProviders(() => undefined)();
  const wallets = knownWallets();
  const wallet = wallets.find(({ info }) => info.uuid === uuid) ?? wallets[0];
  const isBridge = uuid === BRIDGE_ID && HAS_BRIDGE;
  try {
    const opening = isBridge
      ? loadBridge(before.selectedNetwork).then((found) => open(found, false))
      : open(wallet, false);
    await withDeadline(opening, PURCHASE_TIMES.walletTimeoutMs);
  } catch (error) {
    $wallet.set({ ...$wallet.get(), status: before.status, isLoading: false });
    console.warn(error);
    showToast(connectNotice(wallet === undefined && !isBridge ? null : error));
  }
}

/** Manage Wallet: opens the wallet provider's account window; false if it has none, and ours is to be shown. */
export function manageWallet(): boolean {
  const show = currentConnection()?.showAccount ?? null;
  show?.().catch((error: unknown) => {
    console.warn(error);
    showToast({ key: 'managementError', variant: 'destructive' });
  });
  return show !== null;
}

/** Restores a stored session without opening any window of the wallet; does nothing if none is stored. */
export async function restoreWallet(): Promise<void> {
  showQueuedToast();
  if ($wallet.get().status !== 'disconnected' || !hasStoredSession()) return;
  $wallet.set({ ...$wallet.get(), status: 'connecting', isLoading: true });
  const stop = discoverProviders(() => undefined);
  try {
    const { account, method, backup, chainId } = readSession();
    const wallet = await findSessionWallet({ account, method: method ?? backup, chainId });
    if (wallet === null) forget();
    else await open(wallet, true);
  } catch (error) {
    console.warn(error);
    forget();
  } finally {
    stop();
  }
}

/** Ends the connection at the visitor's request (R4.008-R4.011) and remembers that it was theirs. */
export async function disconnectWallet(): Promise<void> {
  const connection = replaceConnection(null);
  void connection?.end();
  clearSession({ manual: true });
  resetWallet();
  try {
    await connection?.close();
    showToast({ key: 'walletDisconnected' });
  } catch (error) {
    console.warn(error);
    showToast({ key: 'disconnectError', variant: 'destructive' });
  }
}

async function open(wallet: WalletDetail | undefined, restore: boolean): Promise<void> {
  if (wallet === undefined) throw new Error('no wallet');
  const { openConnection } = await import('#src/wallet/connection.ts');
  let opened: WalletConnection | null = null;
  const connection = await openConnection(wallet, {
    restore,
    answerMs: providerWait({ mobile: isPhone(), bridge: wallet.info.rdns === BRIDGE_ID }),
    recipient: PRESALE_ADDRESS,
    onChange: (change) => {
      if (opened !== null && currentConnection() === opened) follow(change);
    },
  });
  opened = connection;
  const before = replaceConnection(connection);
  void before?.close().catch(() => undefined);
  const method = connectionMethod(wallet.info.rdns);
  const { account, chainId } = connection;
  storeSession(account, method);
  storeChain(chainId);
  const state = { status: 'connected', account, method, isLoading: false, isConnected: true } as const;
  $wallet.set({ ...$wallet.get(), ...state, walletChainId: chainId });
  registerWallet(account, method);
}

/** Follows a change made by the wallet: another account, no account, another chain (R4.005-R4.007). */
function follow({ account, chainId }: ConnectionChange): void {
  const { account: before, method } = $wallet.get();
  if (account === null) {
    const ended = replaceConnection(null);
    void ended?.end();
    void ended?.close().catch(() => undefined);
    forget();
    showToast({ key: 'walletDisconnected' });
    return;
  }
  if (account !== before && method !== null) {
    storeSession(account, method);
    $wallet.setKey('account', account);
    registerWallet(account, method);
  }
  if (chainId !== null) followChain(chainId);
}

function forget(): void {
  clearSession({ manual: false });
  resetWallet();
}
