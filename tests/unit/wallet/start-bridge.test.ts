import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BridgeStorage } from '#src/wallet/bridge/bridge-storage.ts';
import { leavePage, type StubPage, stubPage } from '../stores/stub-page.ts';

const LIBRARY = '@walletconnect/universal-provider';
const WINDOW = '@reown/appkit';
const CONTROLLERS = '@reown/appkit-controllers';

/** The bridge's library without a session; a visitor scans its code as soon as the window opens. */
class FakeUniversal extends EventEmitter {
  readonly client = { session: { keys: [] }, proposal: { getAll: () => [] } };
  connect = async () => undefined;
}

let page: StubPage;
let given: { storage?: BridgeStorage; features?: object };
let controllers: ReturnType<typeof countingControllers>;
beforeEach(() => {
  page = stubPage();
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light dark' }));
  given = {};
  controllers = countingControllers();
  const universal = new FakeUniversal();
  const init = async ({ storage }: { storage: BridgeStorage }) => {
    given.storage = storage;
    return universal;
  };
  const createAppKit = ({ features }: { features: object }) => {
    given.features = features;
    return { subscribeState: () => () => undefined, open: async () => universal.emit('connect') };
  };
  vi.doMock(LIBRARY, () => ({ UniversalProvider: { init } }));
  vi.doMock(WINDOW, () => ({ createAppKit }));
  vi.doMock(CONTROLLERS, () => controllers);
});
afterEach(async () => {
  for (const name of [LIBRARY, WINDOW, CONTROLLERS]) vi.doUnmock(name);
  await leavePage();
});

/** What the window counts for Reown, until it is told not to. */
function countingControllers() {
  return {
    EventsController: { sendEvent: vi.fn(), sendWalletImpressionEvent: vi.fn() },
    TelemetryController: { disable: vi.fn() },
  };
}

async function start() {
  const { startBridge } = await import('#src/wallet/bridge/start-bridge.ts');
  return startBridge(1);
}

test('the window of the bridge counts nothing, and offers nothing beyond the code and the account', async () => {
  const { EventsController, TelemetryController } = controllers;
  const counts = { ...EventsController };
  await start();
  EventsController.sendEvent({ event: 'MODAL_OPEN' });
  EventsController.sendWalletImpressionEvent({ name: 'Wallet' });
  for (const count of Object.values(counts)) expect(count).not.toHaveBeenCalled();
  expect(TelemetryController.disable).toHaveBeenCalledOnce();
  const off = ['analytics', 'email', 'socials', 'swaps', 'onramp', 'send', 'receive', 'history'];
  expect(given.features).toEqual(Object.fromEntries(off.map((feature) => [feature, false])));
});

test('after a disconnect the bridge stores nothing until a wallet is paired again', async () => {
  const { provider, end } = await start();
  const stored = async () => {
    await given.storage?.setItem('session', 'abc');
    return page.localStorage.getItem('wallet_bridge:session');
  };
  await provider.request({ method: 'eth_requestAccounts' });
  expect(await stored()).toBe('"abc"');
  await end?.();
  expect(page.localStorage.getItem('wallet_bridge:session')).toBeNull();
  expect(await stored()).toBeNull();
  await provider.request({ method: 'eth_requestAccounts' });
  expect(await stored()).toBe('"abc"');
});
