import { type ChainId, chainNumber } from '#src/config/chains.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { discoverProviders } from '#src/wallet/discover-providers.ts';
import { guardProvider } from '#src/wallet/guard-provider.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { timelyProvider } from '#src/wallet/resolve-provider.ts';
import { switchChain } from '#src/wallet/switch-chain.ts';
import { askWallet } from './ask-wallet.ts';
import { currentConnection, replaceConnection } from './current-connection.ts';
import { $wallet, resetWallet } from './wallet-state.ts';

/** A wallet of this page as its button names it. */
export interface PlainWallet {
  readonly name: string;
  /** Asks it for its accounts. Throws the wallet's own errors. */
  connect(): Promise<void>;
}

/**
 * Reports the wallets of a page that has neither our server nor a session: they are connected without wagmi, and can be
 * asked for claims from the distributor alone.
 */
export function findPlainWallets(distributor: Distributor, show: (wallets: readonly PlainWallet[]) => void): void {
  discoverProviders((wallets) =>
    show(wallets.map(({ info, provider }) => ({ name: info.name, connect: () => connect(provider, distributor) }))),
  );
}

/** Asked already: a wallet that has another request open is asked again, but not once more for each further press. */
const asking = new Set<Provider>();

/** Asks the connected wallet for a chain; it tells of the change itself. */
export async function switchPlainWallet(chainId: ChainId): Promise<void> {
  const provider = currentConnection()?.provider;
  if (provider === undefined || asking.has(provider)) return;
  asking.add(provider);
  let isOver = false;
  const switched = askWallet('switch', () => switchChain(provider, chainId, () => !isOver));
  await switched.catch((error: unknown) => console.warn(error));
  isOver = true;
  asking.delete(provider);
  await adoptAgain(provider);
}

async function connect(raw: Provider, distributor: Distributor): Promise<void> {
  if (asking.has(raw)) return;
  asking.add(raw);
  const provider = guardProvider(raw, () => false, distributor);
  const before = currentConnection()?.provider;
  const asked = askWallet('connect', () => provider.request({ method: 'eth_requestAccounts' }));
  const accounts = await asked.finally(() => asking.delete(raw));
  // Its account can change while it is slow to tell its chain.
  let hasChanged = false;
  const again = async () => {
    hasChanged = true;
    if (currentConnection()?.provider === provider) await adoptAgain(provider);
  };
  for (const event of ['accountsChanged', 'chainChanged'])
    provider.on?.(event, () => void again().catch((error: unknown) => console.warn(error)));
  const chainId = await timelyProvider(provider).request({ method: 'eth_chainId' });
  // Another wallet was connected while this one slept.
  const now = currentConnection()?.provider;
  if (now !== undefined && now !== before) return;
  adopt(provider, accounts, chainId);
  if (hasChanged) await adoptAgain(provider);
}

let readings = 0;
let adopted = 0;

async function adoptAgain(provider: Provider): Promise<void> {
  readings += 1;
  const its = readings;
  const timely = timelyProvider(provider);
  const accounts = await timely.request({ method: 'eth_accounts' });
  const chainId = await timely.request({ method: 'eth_chainId' });
  // It can have gone away meanwhile, and another wallet have been connected, or a later reading have come first.
  if (its < adopted || currentConnection()?.provider !== provider) return;
  adopted = its;
  adopt(provider, accounts, chainId);
}

/** Shows the wallet's first account on its chain, or that it has none for this page. */
function adopt(provider: Provider, accounts: unknown, chain: unknown): void {
  const account = Array.isArray(accounts) ? String(accounts[0]) : '';
  const chainId = chainNumber(chain);
  if (!ADDRESS_PATTERN.test(account) || chainId === null) {
    // One that is asked for the first time takes nothing from the one that is connected.
    if (currentConnection()?.provider !== provider) return;
    replaceConnection(null);
    resetWallet();
    return;
  }
  const none = async () => undefined;
  replaceConnection({
    ...{ account: account as `0x${string}`, chainId, provider, end: none, close: none, showAccount: null },
    send: () => Promise.reject(new Error('this page makes no payments')),
  });
  $wallet.set({
    ...$wallet.get(),
    ...{ status: 'connected', isConnected: true, account: account as `0x${string}`, walletChainId: chainId },
  });
}
