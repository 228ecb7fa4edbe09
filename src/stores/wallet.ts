import { atom, onMount } from 'nanostores';
import { DISTRIBUTOR } from '#src/config/distributor.ts';
import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { BRIDGE_ID, HAS_BRIDGE } from '#src/wallet/bridge-option.ts';
import { connectionMethod } from '#src/wallet/connection-method.ts';
import { discoverProviders, knownWallets } from '#src/wallet/discover-providers.ts';
import { findSessionWallet, walletsOf } from '#src/wallet/find-session-wallet.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import { loadBridge } from '#src/wallet/load-bridge.ts';
import type { ConnectionChange, WalletConnection, WalletDetail } from '#src/wallet/provider-types.ts';
import { providerWait } from '#src/wallet/resolve-provider.ts';
import { clearSession, readSession, storeChain, storeSession } from '#src/wallet/session-keys.ts';
import { connectNotice } from '#src/wallet/wallet-notices.ts';
import { askWallet, giveUpQuestions } from './ask-wallet.ts';
import { currentConnection, listenForDoubt, replaceConnection } from './current-connection.ts';
import { hasStoredSession } from './has-stored-session.ts';
import { registerWallet } from './register-wallet.ts';
import { followChain, readWalletChain } from './switch-network.ts';
import { showQueuedToast, showToast } from './toasts.ts';
import { $wallet, resetWallet } from './wallet-state.ts';

/** Milliseconds in which a wallet answers what needs no window. */
const ANSWER_MS = 3_000;
/** Milliseconds in which a wallet of the page announces itself; one that loads late takes longer. */
const ANNOUNCE_MS = 1_500;
/** Milliseconds in which an account that a wallet took away may return. */
const RETURN_MS = 500;

/** The wallet of the open connection. */
let live: WalletDetail | null = null;
/** The newest attempt to open a connection; those before it are given up. */
let attempt: AbortController | null = null;
let watching = false;

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
  const own = newAttempt();
  try {
    await askWallet('connect', async (signal) => {
      signal.addEventListener('abort', () => own.abort());
      await open(isBridge ? await loadBridge(before.selectedNetwork) : wallet, false, own.signal);
    });
  } catch (error) {
    if (attempt === own) $wallet.set({ ...$wallet.get(), status: before.status, isLoading: false });
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

/**
 * Restores a stored session without opening any window of the wallet; does nothing if none is stored. A wallet that
 * goes to sleep meanwhile holds it up no longer than its start may take. The button is free once no wallet has
 * announced itself, which is probably gone; it is looked for as long all the same.
 */
export async function restoreWallet(): Promise<void> {
  showQueuedToast();
  watchReturns();
  if ($wallet.get().status !== 'disconnected' || !hasStoredSession()) return;
  $wallet.set({ ...$wallet.get(), status: 'connecting', isLoading: true });
  const stop = discoverProviders(() => undefined);
  const own = newAttempt();
  const { account, method: stored, backup, chainId } = readSession();
  const method = stored ?? backup;
  const isBridge = method === BRIDGE_ID;
  const release = setTimeout(() => {
    if (attempt !== own || isBridge || walletsOf(method).length > 0) return;
    $wallet.set({ ...$wallet.get(), status: 'disconnected', isLoading: false });
  }, ANNOUNCE_MS);
  const restore = async () => {
    const wallet = await findSessionWallet({ account, method, chainId });
    if (wallet === null) throw new Error('no wallet names an account');
    await open(wallet, true, own.signal);
  };
  try {
    const wait = providerWait({ mobile: isPhone(), bridge: isBridge });
    await withDeadline(restore(), PROVIDER_TIMES.hiddenPageMs + 2 * wait);
  } catch (error) {
    console.warn(error);
    own.abort();
    if (attempt === own) forget();
  } finally {
    clearTimeout(release);
    stop();
  }
}

/**
 * Asks the wallet again which account and chain it has: wallets that slept, and pages that did, miss events. Without a
 * connection, restores the one of a wallet that was locked. `quiet` if another message says that the account is gone.
 */
export async function recheckWallet({ quiet = false } = {}): Promise<void> {
  const connection = currentConnection();
  if (connection === null) return restoreWallet();
  const [accounts, chainId] = await Promise.all([readAccounts(connection), readWalletChain(connection.provider)]);
  if (currentConnection() !== connection || accounts === null) return;
  const { account, status } = $wallet.get();
  if (accounts.length === 0) return lose(connection, quiet);
  if (accounts[0]?.toLowerCase() !== account?.toLowerCase() && status === 'connected') await reopen(connection);
  else if (chainId !== null) followChain(chainId);
}

/** Ends the connection at the visitor's request and remembers that it was theirs. */
export async function disconnectWallet(): Promise<void> {
  const connection = replaceConnection(null);
  giveUpQuestions();
  newAttempt();
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

async function open(wallet: WalletDetail | undefined, restore: boolean, signal: AbortSignal): Promise<void> {
  if (wallet === undefined) throw new Error('no wallet');
  watchReturns();
  const { openConnection } = await import('#src/wallet/connection.ts');
  let opened: WalletConnection | null = null;
  const connection = await openConnection(wallet, {
    restore,
    isOpen: () => restore || (!signal.aborted && $wallet.get().status === 'connecting'),
    answerMs: providerWait({ mobile: isPhone(), bridge: wallet.info.rdns === BRIDGE_ID }),
    recipient: PRESALE_ADDRESS,
    distributor: DISTRIBUTOR,
    onChange: (change) => {
      if (opened !== null && currentConnection() === opened) follow(opened, change);
    },
  });
  // Given up, or overtaken by another attempt.
  if (signal.aborted) return void connection.close().catch(() => undefined);
  opened = connection;
  const before = replaceConnection(connection);
  // The same wallet again: its session is the new connection's too.
  if (before !== null && live !== wallet) void before.close().catch(() => undefined);
  live = wallet;
  const method = connectionMethod(wallet.info.rdns);
  const { account, chainId } = connection;
  storeSession(account, method);
  storeChain(chainId);
  const state = { status: 'connected', account, method, isLoading: false, isConnected: true } as const;
  $wallet.set({ ...$wallet.get(), ...state, walletChainId: chainId });
  registerWallet(account, method);
}

/** Follows a change made by the wallet: another account, no account, another chain. */
function follow(connection: WalletConnection, { account, chainId }: ConnectionChange): void {
  if (account === null) return void outlast(connection);
  const { account: before, method } = $wallet.get();
  if (account !== before && method !== null) {
    storeSession(account, method);
    $wallet.setKey('account', account);
    registerWallet(account, method);
  }
  if (chainId !== null) followChain(chainId);
}

/** A wallet that names no account may name it again at once: only an empty answer ends the connection. */
async function outlast(connection: WalletConnection): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETURN_MS));
  const accounts = await readAccounts(connection);
  if (currentConnection() !== connection) return;
  if (accounts === null || accounts.length === 0) lose(connection);
  else await reopen(connection);
}

/** Opens the wallet of a connection anew, with the account that it names now. */
async function reopen(connection: WalletConnection): Promise<void> {
  try {
    await withDeadline(open(live ?? undefined, true, newAttempt().signal), 2 * PROVIDER_TIMES.desktopMs);
  } catch (error) {
    console.warn(error);
    if (currentConnection() === connection) lose(connection);
  }
}

/** The wallet names no account any more: it is locked, or was disconnected there. */
function lose(connection: WalletConnection, quiet = false): void {
  replaceConnection(null);
  void connection.end();
  void connection.close().catch(() => undefined);
  forget();
  if (!quiet) showToast({ key: 'walletDisconnected', textKey: 'wallet.error.locked' });
  const returns = (accounts: readonly string[]) => {
    if (currentConnection() !== null) return;
    if (accounts.length > 0) void restoreWallet();
  };
  connection.provider.on?.('accountsChanged', returns);
}

/** Null if the wallet does not say. */
function readAccounts({ provider }: WalletConnection): Promise<readonly string[] | null> {
  const asked = provider.request({ method: 'eth_accounts' });
  return withDeadline(asked, ANSWER_MS).then(
    (accounts) => (Array.isArray(accounts) ? accounts.map(String) : null),
    () => null,
  );
}

function newAttempt(): AbortController {
  attempt?.abort();
  attempt = new AbortController();
  return attempt;
}

/** Asks the wallet again when the visitor comes back to the page. */
function watchReturns(): void {
  if (watching) return;
  watching = true;
  addEventListener('visibilitychange', () => document.hidden || void recheckWallet());
  addEventListener('pageshow', ({ persisted }) => persisted && void recheckWallet());
  listenForDoubt(() => void recheckWallet({ quiet: true }));
}

function forget(): void {
  clearSession({ manual: false });
  resetWallet();
}
