import { UniversalProvider } from '@walletconnect/universal-provider';
import { BRIDGE_PROJECT_ID, BRIDGE_RELAY_URL } from '#src/config/public-env.ts';
import { BRIDGE_ID } from '../bridge-option.ts';
import type { WalletDetail } from '../provider-types.ts';
import { bridgeProvider } from './bridge-provider.ts';
import { BridgeStorage } from './bridge-storage.ts';
import { endBridgeSession } from './end-bridge-session.ts';
import { readNode } from './read-node.ts';

let starting: Promise<WalletDetail> | null = null;

/** The bridge as a wallet of this page, with an earlier page's session if there is one; does not cache a failure. */
export function startBridge(chainId: number): Promise<WalletDetail> {
  starting ??= start(chainId).catch((error: unknown) => {
    starting = null;
    throw error;
  });
  return starting;
}

async function start(chainId: number): Promise<WalletDetail> {
  const storage = new BridgeStorage();
  const { origin } = location;
  const metadata = {
    name: 'SYNX',
    description: document.title,
    url: origin,
    icons: [`${origin}/apple-touch-icon.png`],
  };
  const universal = await UniversalProvider.init({
    projectId: BRIDGE_PROJECT_ID ?? '',
    relayUrl: BRIDGE_RELAY_URL,
    metadata,
    storage,
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
  });
  // The window ends sessions too.
  universal.disconnect = () => endBridgeSession(universal);
  const { bridgeWindow } = await import('./bridge-window.ts');
  const window = bridgeWindow(universal, metadata);
  const pair = async () => {
    storage.open();
    await window.pair();
  };
  return {
    info: { uuid: BRIDGE_ID, name: 'WalletConnect', icon: '', rdns: BRIDGE_ID },
    provider: bridgeProvider(universal, { pair, chainId, read: readNode }),
    showAccount: () => window.account(),
    async end() {
      const ended = endBridgeSession(universal);
      storage.clear();
      await ended;
    },
  };
}
