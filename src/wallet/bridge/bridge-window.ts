import { createAppKit } from '@reown/appkit';
import { EventsController, TelemetryController } from '@reown/appkit-controllers';
import { BRIDGE_PROJECT_ID } from '#src/config/public-env.ts';
import { SALE_CHAINS } from '../sale-chains.ts';
import type { Universal } from './bridge-provider.ts';

export interface BridgeWindow {
  /** Shows the code to scan; resolves with the session. Throws why pairing failed, or 4001 if it was closed. */
  pair(): Promise<void>;
  /** Opens the account window; throws if it does not open. */
  account(): Promise<void>;
}

/** The window of the bridge (AppKit): a code to scan, and the account. All its other features are off. */
export function bridgeWindow(universal: Universal, metadata: AppMetadata): BridgeWindow {
  countNothing();
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
    themeMode: getComputedStyle(document.documentElement).colorScheme === 'light' ? 'light' : 'dark',
    themeVariables: { '--w3m-font-family': 'inherit' },
  });
  const lastFailure = watchPairings(universal);
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
          if (opened && !open && universal.session === undefined) {
            finish(() => reject(lastFailure() ?? refused()));
            dropCodes(universal);
          }
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

/** Even with its analytics off, the window counts openings and pairings for Reown. */
function countNothing(): void {
  EventsController.sendEvent = () => undefined;
  EventsController.sendWalletImpressionEvent = () => undefined;
  TelemetryController.disable();
}

/** Keeps the reason why the last pairing failed: the window shows it but does not report it. */
function watchPairings(universal: Universal): () => unknown {
  let failure: unknown = null;
  const connect = universal.connect.bind(universal);
  universal.connect = async (options) => {
    failure = null;
    try {
      return await connect(options);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return () => failure;
}

/** Expires codes that the visitor gave up: after five minutes they would close the window of a later code. */
function dropCodes({ client }: Universal): void {
  for (const { id } of client.proposal.getAll()) client.core.expirer.set(id, 0);
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
