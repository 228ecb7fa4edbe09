import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BridgeStorage } from '#src/wallet/bridge/bridge-storage.ts';
import { leavePage, type StubPage, stubPage } from '../stores/stub-page.ts';

const LIBRARY = '@walletconnect/universal-provider';
const WINDOW = '@reown/appkit';
const CONTROLLERS = '@reown/appkit-controllers';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CODE = 7;

/** The bridge's library without a session; a visitor scans its code as soon as the window opens. */
class FakeUniversal extends EventEmitter {
  /** Whether the wallet refuses what was scanned. */
  refuses = false;
  session?: object;
  readonly events = this;
  readonly client = {
    session: { keys: [] },
    proposal: { getAll: () => [{ id: CODE }] },
    core: { expirer: { set: vi.fn() } },
    disconnect: async () => undefined,
  };
  connect = async (): Promise<void> => {
    if (this.refuses) throw new Error('User rejected.');
    this.session = { topic: 'a', namespaces: { eip155: { accounts: [`eip155:1:${ACCOUNT}`] } } };
    this.emit('connect');
  };
}

/** The window of the bridge: shows the code when it opens, and closes after the wallet's answer. */
function fakeWindow(universal: FakeUniversal) {
  const listeners = new Set<(state: { readonly open: boolean }) => void>();
  const tell = (open: boolean) => {
    for (const listener of [...listeners]) listener({ open });
  };
  return {
    subscribeState: (listener: (state: { readonly open: boolean }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: async () => {
      tell(true);
      await universal.connect().catch(() => undefined);
      tell(false);
    },
  };
}

let page: StubPage;
let given: { storage?: BridgeStorage; features?: object };
let universal: FakeUniversal;
let controllers: ReturnType<typeof countingControllers>;
beforeEach(() => {
  page = stubPage();
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'light dark' }));
  given = {};
  controllers = countingControllers();
  universal = new FakeUniversal();
  const init = async ({ storage }: { storage: BridgeStorage }) => {
    given.storage = storage;
    return universal;
  };
  const createAppKit = ({ features }: { features: object }) => {
    given.features = features;
    return fakeWindow(universal);
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

test('[R4.002] (S34) the same page pairs again after a refusal, after a logout, and after the wallet has left', async () => {
  const { provider, end } = await start();
  const pair = () => provider.request({ method: 'eth_requestAccounts' });
  universal.refuses = true;
  await expect(pair()).rejects.toThrow('User rejected.');
  // The code that was refused would close the window of the next one when it expires.
  expect(universal.client.core.expirer.set).toHaveBeenCalledWith(CODE, 0);
  universal.refuses = false;
  expect(await pair()).toEqual([ACCOUNT]);
  await end?.();
  expect(await pair()).toEqual([ACCOUNT]);
  delete universal.session;
  universal.emit('session_delete');
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
  expect(await pair()).toEqual([ACCOUNT]);
});
