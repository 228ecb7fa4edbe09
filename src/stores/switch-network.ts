import { CHAINS, type ChainId, chainNumber } from '#src/config/chains.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { readSession, storeChain } from '#src/wallet/session-keys.ts';
import { switchNotice } from '#src/wallet/wallet-notices.ts';
import { askWallet } from './ask-wallet.ts';
import { currentConnection } from './current-connection.ts';
import { reloadPage } from './page-reload.ts';
import { queueToast, showToast } from './toasts.ts';
import { $wallet, selectNetwork } from './wallet-state.ts';

/** Milliseconds for a wallet's promise after its event has told of the chain that it was asked for. */
const EVENT_GRACE_MS = 1_000;
/** How often, and in which milliseconds, the wallet's chain is read until it is the one asked for. */
const LOOKS = { most: 10, everyMs: 500, answerMs: 3_000 } as const;

interface Switch {
  readonly chainId: ChainId;
  /** The chain that the wallet told last. */
  told: number | null;
  readonly arrived: () => void;
}

/** Our own control's open question: the chain's change is handled once, when it is answered. */
let switching: Switch | null = null;

/**
 * Asks the wallet for a chain, and shows the matching toast (decision 23); `reason` tells what caused the switch.
 * Returns whether the wallet is on the chain, and this page stays or reloads.
 */
export async function switchNetwork(
  chainId: ChainId,
  reason: 'choice' | 'purchase' = 'choice',
): Promise<'stays' | 'reloads' | 'failed'> {
  const connection = currentConnection();
  if (connection === null) {
    showToast({ key: 'networkSwitchFailed', textKey: 'wallet.error.noProvider', variant: 'destructive' });
    return 'failed';
  }
  if (switching !== null) return 'failed';
  const { provider } = connection;
  const values = { chain: CHAINS[chainId].name };
  try {
    const how = await askForChain(provider, chainId);
    selectNetwork(chainId);
    const notice = { key: how === 'added' ? 'networkAdded' : 'networkSwitched', values, variant: 'success' } as const;
    if (acceptChain(chainId, () => queueToast(notice))) return 'reloads';
    showToast(notice);
    return 'stays';
  } catch (error) {
    console.warn(error);
    showToast(switchNotice(error, reason));
    const reached = await readWalletChain(provider);
    if (reached !== null && currentConnection() === connection) acceptChain(reached);
    return 'failed';
  }
}

/** Resolves once the wallet is on the chain. An event of the wallet is believed even if its promise never settles. */
async function askForChain(provider: Provider, chainId: ChainId): Promise<'switched' | 'added'> {
  let arrive = (): void => undefined;
  const arrived = new Promise<'switched'>((resolve) => {
    arrive = () => setTimeout(resolve, EVENT_GRACE_MS, 'switched');
  });
  const own: Switch = { chainId, told: null, arrived: () => arrive() };
  switching = own;
  try {
    const { switchChain } = await import('#src/wallet/switch-chain.ts');
    const isOpen = () => switching === own;
    // Asked again, it may have been answered by then.
    const ask = () =>
      own.told === chainId ? arrived : Promise.race([switchChain(provider, chainId, isOpen), arrived]);
    const how = await askWallet('switch', ask);
    for (let look = 1; ((await readWalletChain(provider)) ?? own.told) !== chainId; look += 1) {
      if (look === LOOKS.most) throw new Error('the wallet is on another chain');
      await new Promise((next) => setTimeout(next, LOOKS.everyMs));
    }
    return how;
  } finally {
    switching = null;
  }
}

/** Null if the wallet does not say. */
export function readWalletChain(provider: Provider): Promise<number | null> {
  return withDeadline(provider.request({ method: 'eth_chainId' }), LOOKS.answerMs).then(chainNumber, () => null);
}

/** Adopts a chain that the wallet switched to without a request from this page. */
export function followChain(chainId: number): void {
  if (switching === null) return void acceptChain(chainId);
  switching.told = chainId;
  if (chainId === switching.chainId) switching.arrived();
}

/** Adopts the wallet's chain; reloads if this page was not loaded with it (decision 23). Returns whether it does. */
function acceptChain(chainId: number, beforeReload: () => void = () => undefined): boolean {
  const isNew = readSession().chainId !== chainId;
  $wallet.setKey('walletChainId', chainId);
  return storeChain(chainId) && isNew && reloadPage(beforeReload);
}
