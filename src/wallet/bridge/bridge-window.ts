import { createAppKit } from '@reown/appkit';
import { BRIDGE_PROJECT_ID } from '#src/config/public-env.ts';
import { SALE_CHAINS } from '../sale-chains.ts';
import type { Universal } from './bridge-provider.ts';

export interface BridgeWindow {
  /** Shows the code to scan; resolves with the session, throws code 4001 if the window is closed without one. */
  pair(): Promise<void>;
  /** Opens the account window; throws if it does not open. */
  account(): Promise<void>;
}

/** The window of the bridge (AppKit): a code to scan, and the account. All its other features are off. */
export function bridgeWindow(universal: Universal, metadata: AppMetadata): BridgeWindow {
  const appKit = createAppKit({
    projectId: BRIDGE_PROJECT_ID ?? '',
    networks: [...SALE_CHAINS] as never,
    universalProvider: universal as never,
    metadata,
    enableEIP6963: false,
    enableInjected: false,
    enableCoinbase: false,
    allWallets: 'HIDE',
    features: {
      analytics: false,
      email: false,
      socials: false,
      swaps: false,
      onramp: false,
      send: false,
      receive: false,
      history: false,
    },
    themeMode: matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
    themeVariables: { '--w3m-font-family': 'inherit' },
  });
  return {
    pair() {
      return new Promise((resolve, reject) => {
        let opened = false;
        const finish = (end: () => void) => {
          stop();
          universal.removeListener('connect', onConnect);
          end();
        };
        const onConnect = () => finish(resolve);
        const stop = appKit.subscribeState(({ open }) => {
          if (opened && !open && universal.session === undefined) finish(() => reject(refused()));
          opened ||= open;
        });
        universal.on('connect', onConnect);
        appKit.open().catch((error: unknown) => finish(() => reject(error)));
      });
    },
    async account() {
      await appKit.open({ view: 'Account' });
    },
  };
}

export interface AppMetadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: string[];
}

function refused(): Error {
  return Object.assign(new Error('the window was closed'), { code: 4001 });
}
