import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bridgeProvider, type Universal } from '#src/wallet/bridge/bridge-provider.ts';
import { endBridgeSession } from '#src/wallet/bridge/end-bridge-session.ts';
import { providerWait } from '#src/wallet/resolve-provider.ts';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOPIC = 'ab'.repeat(32);

/** A session as the bridge's own library holds it; `stored` may be newer than the state the provider was told. */
class FakeUniversal extends EventEmitter {
  session?: { topic: string; namespaces: { eip155: { accounts: string[] } } } | undefined;
  stored = new Map<string, NonNullable<FakeUniversal['session']>>();
  asked = vi.fn(async () => null);
  told = vi.fn(async () => undefined);
  readonly events = this;
  client = {
    disconnect: this.told,
    session: {
      keys: [TOPIC],
      get: (topic: string) => this.stored.get(topic),
    },
    request: this.asked,
  };

  hold(...accounts: string[]): void {
    this.stored.set(TOPIC, { topic: TOPIC, namespaces: { eip155: { accounts } } });
  }
}

let universal: FakeUniversal;
const open = (chainId = 1) => {
  const provider = bridgeProvider(universal as unknown as Universal, {
    pair: async () => undefined,
    chainId,
    read: async (chain, method) => `${method} on ${chain}`,
  });
  const told: unknown[] = [];
  provider.on?.('accountsChanged', (accounts: never) => told.push(accounts));
  return { provider, told };
};

beforeEach(() => {
  vi.useFakeTimers();
  universal = new FakeUniversal();
  universal.hold(`eip155:1:${FIRST}`);
  universal.session = universal.stored.get(TOPIC);
});
afterEach(() => void vi.useRealTimers());

test('[R4.013] [R9.026] the session is checked for another account every 1,980,000 ms', async () => {
  const { told } = open();
  universal.hold(`eip155:1:${SECOND}`);
  await vi.advanceTimersByTimeAsync(1_979_999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([[SECOND]]);
  await vi.advanceTimersByTimeAsync(1_980_000);
  expect(told).toHaveLength(1);
  universal.client.session.keys = [];
  await vi.advanceTimersByTimeAsync(1_980_000);
  expect(told).toEqual([[SECOND], []]);
});

test('[R4.014] an account change reported by the wallet needs no check', () => {
  universal.hold(`eip155:1:${FIRST}`, `eip155:1:${SECOND}`);
  universal.session = universal.stored.get(TOPIC);
  const { told } = open();
  universal.emit('accountsChanged', [`eip155:1:${SECOND}`]);
  expect(told).toEqual([[SECOND, FIRST]]);
  universal.emit('accountsChanged', [FIRST]);
  expect(told.at(-1)).toEqual([FIRST, SECOND]);
});

test('the accounts are those of the chain, and reads go to a node of it', async () => {
  universal.hold(`eip155:1:${FIRST}`, `eip155:56:${SECOND}`);
  universal.session = universal.stored.get(TOPIC);
  const { provider, told } = open();
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([FIRST]);
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] });
  expect(told).toEqual([[SECOND]]);
  expect(await provider.request({ method: 'eth_getBalance', params: [SECOND] })).toBe('eth_getBalance on 56');
  expect(universal.asked).not.toHaveBeenCalled();
});

test('the wallet behind the bridge, and no node, is asked to list the token', async () => {
  const { provider } = open(56);
  const params = { type: 'ERC20', options: { address: FIRST, symbol: 'SYNX', decimals: 18 } };
  await provider.request({ method: 'wallet_watchAsset', params });
  const request = { method: 'wallet_watchAsset', params };
  expect(universal.asked).toHaveBeenCalledWith({ topic: TOPIC, chainId: 'eip155:56', request });
});

test('without a session a wallet method is refused as disconnected', async () => {
  delete universal.session;
  const { provider } = open();
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([]);
  await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4900 });
});

test('[R9.022] on a phone the bridge is awaited for 25 s', () => {
  expect(providerWait({ mobile: true, bridge: true })).toBe(25_000);
});

test('(S34) a wallet that is told late of the end of its session costs the next session nothing', async () => {
  let tell = (): void => undefined;
  universal.told.mockReturnValue(new Promise((resolve) => (tell = () => resolve(undefined))));
  const { told } = open();
  const ended = endBridgeSession(universal as unknown as Universal);
  const late = expect(ended).rejects.toMatchObject({ name: 'DeadlineError' });
  expect(universal.session).toBeUndefined();
  expect(told).toEqual([[]]);
  expect(universal.told).toHaveBeenCalledWith({ topic: TOPIC, reason: expect.anything() });
  const next = { topic: 'cd'.repeat(32), namespaces: { eip155: { accounts: [] } } };
  universal.session = next;
  await vi.advanceTimersByTimeAsync(8_000);
  await late;
  tell();
  await vi.advanceTimersByTimeAsync(0);
  expect(universal.session).toBe(next);
});
