import { persistentAtom } from '@nanostores/persistent';
import { computed, map, onMount } from 'nanostores';
import { type ChainId, DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import { SELECTED_NETWORK } from '#src/config/storage-keys.ts';
import type { ConnectionMethod } from '#src/wallet/connection-method.ts';

export interface WalletState {
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /** EIP-55 address. */
  readonly account: `0x${string}` | null;
  readonly method: ConnectionMethod | null;
  readonly isLoading: boolean;
  readonly isConnected: boolean;
  /** The chain selected on the site. */
  readonly selectedNetwork: ChainId;
  /** The wallet's chain, which may not be one of the presale's. */
  readonly walletChainId: number | null;
}

const NONE = { status: 'disconnected', account: null, method: null, isLoading: false, isConnected: false } as const;

const $selectedNetwork = persistentAtom<ChainId>(SELECTED_NETWORK, DEFAULT_CHAIN_ID, {
  encode: String,
  decode: (text) => (isChainId(Number(text)) ? (Number(text) as ChainId) : DEFAULT_CHAIN_ID),
});

export const $wallet = map<WalletState>({ ...NONE, selectedNetwork: DEFAULT_CHAIN_ID, walletChainId: null });

/** The connected account in lower case, as in the API's addresses; null suspends a query. */
export const $account = computed($wallet, ({ account }) => account?.toLowerCase() ?? null);

onMount($wallet, () =>
  $selectedNetwork.subscribe((selectedNetwork) => $wallet.setKey('selectedNetwork', selectedNetwork)),
);

/** Selects the site's chain; the wallet is not asked. */
export function selectNetwork(chainId: ChainId): void {
  $selectedNetwork.set(chainId);
  $wallet.setKey('selectedNetwork', chainId);
}

/** Sets the state of no connected wallet; the selected chain remains. */
export function resetWallet(): void {
  $wallet.set({ ...$wallet.get(), ...NONE, walletChainId: null });
}
