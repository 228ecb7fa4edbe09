import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { readSession, storeChain } from '#src/wallet/session-keys.ts';
import { switchNotice } from '#src/wallet/wallet-notices.ts';
import { currentConnection } from './current-connection.ts';
import { reloadPage } from './page-reload.ts';
import { queueToast, showToast } from './toasts.ts';
import { $wallet, selectNetwork } from './wallet-state.ts';

/** Set while our own control switches the network: its change is handled once, when the wallet has answered. */
let switching = false;

/** Asks the wallet for a chain, and shows the matching toast (decision 23); `reason` tells what caused the switch. */
export async function switchNetwork(chainId: ChainId, reason: 'choice' | 'purchase' = 'choice'): Promise<void> {
  const connection = currentConnection();
  if (connection === null) {
    showToast({ key: 'networkSwitchFailed', textKey: 'wallet.error.noProvider', variant: 'destructive' });
    return;
  }
  const values = { chain: CHAINS[chainId].name };
  switching = true;
  try {
    const { switchChain } = await import('#src/wallet/switch-chain.ts');
    const how = await switchChain(connection.provider, chainId);
    selectNetwork(chainId);
    const notice = { key: how === 'added' ? 'networkAdded' : 'networkSwitched', values, variant: 'success' } as const;
    const reached = Number(await connection.provider.request({ method: 'eth_chainId' }));
    if (!acceptChain(reached, () => queueToast(notice))) showToast(notice);
  } catch (error) {
    console.warn(error);
    showToast(switchNotice(error, reason));
    const reached = await connection.provider.request({ method: 'eth_chainId' }).then(Number, () => null);
    if (reached !== null) acceptChain(reached);
  } finally {
    switching = false;
  }
}

/** Adopts a chain that the wallet switched to without a request from this page. */
export function followChain(chainId: number): void {
  if (!switching) acceptChain(chainId);
}

/** Adopts the wallet's chain; reloads if this page was not loaded with it (decision 23). Returns whether it reloads. */
function acceptChain(chainId: number, beforeReload: () => void = () => undefined): boolean {
  const isNew = readSession().chainId !== chainId;
  storeChain(chainId);
  $wallet.setKey('walletChainId', chainId);
  return isNew && reloadPage(beforeReload);
}
