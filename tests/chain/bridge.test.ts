import { UniversalProvider } from '@walletconnect/universal-provider';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { type LocalChain, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { bridgeProvider, type Universal } from '#src/wallet/bridge/bridge-provider.ts';
import { endBridgeSession } from '#src/wallet/bridge/end-bridge-session.ts';
import { openConnection } from '#src/wallet/connection.ts';
import type { ConnectionChange, WalletConnection } from '#src/wallet/provider-types.ts';
import { type BridgeWallet, startBridgeWallet } from '#tests/support/bridge-wallet.ts';
import { type Relay, startRelay } from '#tests/support/relay.ts';

const [first, second] = DEVELOPMENT_ACCOUNTS;
const ETHER = 10n ** 18n;

let chains: readonly LocalChain[];
let relay: Relay;
let wallet: BridgeWallet;
let universal: Universal;
let connection: WalletConnection;
let changes: ConnectionChange[];

const chain = (chainId: number) => {
  const found = chains.find((each) => each.chainId === chainId);
  if (found === undefined) throw new RangeError(`no chain ${chainId}`);
  return found.client;
};
const read = (chainId: number, method: string, params: readonly unknown[]) =>
  call<unknown>(chain(chainId), method, [...params]);

/** Pairs as a visitor does: the page shows its code, the wallet scans it. */
async function pair(): Promise<void> {
  const shown = new Promise<string>((resolve) => universal.once('display_uri', resolve));
  const session = universal.connect({
    optionalNamespaces: {
      eip155: {
        chains: CHAIN_IDS.map((id) => `eip155:${id}`),
        methods: ['eth_sendTransaction', 'personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
        events: ['accountsChanged', 'chainChanged'],
      },
    },
  });
  await wallet.pair(await shown);
  await session;
}

const pay = (chainId: ChainId) =>
  connection.send(
    { token: null, recipient: DEVELOPMENT_PRESALE_ADDRESS, amount: ETHER / 10n },
    { account: first, chainId, gas: 21_000n, mayAsk: () => true },
  );

beforeAll(async () => {
  chains = await Promise.all(([1, 56] as const).map((chainId) => startLocalChain({ chainId })));
});
afterAll(() => Promise.all(chains.map((each) => each.stop())));

beforeEach(async () => {
  relay = await startRelay();
  wallet = await startBridgeWallet(relay.url, { accounts: [first, second], chains: [1, 56] });
  wallet.answer = async ({ chainId, method, params }) =>
    method === 'eth_sendTransaction' ? read(Number(chainId.split(':')[1]), method, params) : null;
  const stored = new Map<string, unknown>();
  universal = await UniversalProvider.init({
    projectId: 'test',
    relayUrl: relay.url,
    metadata: { name: 'SYNX', description: 'Presale', url: 'http://localhost', icons: [] },
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    storage: {
      getKeys: async () => [...stored.keys()],
      getEntries: async <T>() => [...stored] as [string, T][],
      getItem: async <T>(key: string) => stored.get(key) as T | undefined,
      setItem: async (key, value) => void stored.set(key, value),
      removeItem: async (key) => void stored.delete(key),
    },
  });
  changes = [];
  vi.stubGlobal('window', new EventTarget());
  connection = await openConnection(
    {
      info: { uuid: 'walletconnect', name: 'WalletConnect', icon: '', rdns: 'walletconnect' },
      provider: bridgeProvider(universal, { pair, chainId: 1, read }),
      end: () => endBridgeSession(universal),
    },
    {
      restore: false,
      isOpen: () => true,
      answerMs: 8_000,
      recipient: DEVELOPMENT_PRESALE_ADDRESS,
      distributor: null,
      onChange: (now) => changes.push(now),
    },
  );
});
afterEach(async () => {
  await wallet.stop();
  await universal.client.core.relayer.transportClose();
  await relay.stop();
  vi.unstubAllGlobals();
});

test('[R4.002] pairs with the official wallet kit and pays through it, on the chain of the payment', async () => {
  expect(connection).toMatchObject({ account: first, chainId: 1 });
  const before = await chain(1).getBalance({ address: DEVELOPMENT_PRESALE_ADDRESS });
  const hash = await pay(1);
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect((await chain(1).getBalance({ address: DEVELOPMENT_PRESALE_ADDRESS })) - before).toBe(ETHER / 10n);
  expect(wallet.asked.map(({ chainId, method }) => [chainId, method])).toEqual([['eip155:1', 'eth_sendTransaction']]);
});

test('a refusal by the wallet keeps its code', async () => {
  wallet.answer = () => Promise.reject(Object.assign(new Error('User rejected'), { code: 4001 }));
  await expect(
    connection.provider.request({ method: 'personal_sign', params: [signIn(), first] }),
  ).rejects.toMatchObject({
    code: 4001,
  });
});

test('[R4.014] an account change of the wallet arrives without polling', async () => {
  await wallet.useAccounts([second]);
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ account: second }), { timeout: 5_000 });
});

test('a chain change of the wallet arrives, and a chain of the session is switched to without it', async () => {
  await wallet.moveTo(56);
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ chainId: 56 }), { timeout: 5_000 });
  await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] });
  expect(await connection.provider.request({ method: 'eth_chainId' })).toBe('0x1');
  expect(wallet.asked).toEqual([]);
  await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] });
  await pay(56);
  expect(wallet.asked.map(({ chainId }) => chainId)).toEqual(['eip155:56']);
});

test('a chain outside the session is requested from the wallet', async () => {
  await connection.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] });
  expect(wallet.asked).toEqual([
    { chainId: 'eip155:1', method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] },
  ]);
});

test('[R4.011] a disconnect here ends the session there', async () => {
  expect(wallet.sessions()).toBe(1);
  await connection.close();
  await vi.waitFor(() => expect(wallet.sessions()).toBe(0), { timeout: 5_000 });
  expect(universal.session).toBeUndefined();
});

test('[R4.006] a disconnect there ends the connection here', async () => {
  await wallet.leave();
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ account: null }), { timeout: 5_000 });
});

test('every message twice pays once', async () => {
  relay.copies = 2;
  const before = await chain(1).getBalance({ address: DEVELOPMENT_PRESALE_ADDRESS });
  await pay(1);
  await wallet.useAccounts([second]);
  await vi.waitFor(() => expect(changes.at(-1)).toMatchObject({ account: second }), { timeout: 5_000 });
  expect((await chain(1).getBalance({ address: DEVELOPMENT_PRESALE_ADDRESS })) - before).toBe(ETHER / 10n);
  expect(wallet.asked).toHaveLength(1);
});

test('a message that the relay lost is fetched after the next connection', async () => {
  relay.copies = 0;
  const paying = pay(1);
  await vi.waitFor(() => expect(relay.lost).toBe(1), { timeout: 5_000 });
  expect(wallet.asked).toEqual([]);
  relay.copies = 1;
  relay.cut();
  expect(await paying).toMatch(/^0x[0-9a-f]{64}$/);
  expect(wallet.asked).toHaveLength(1);
});

function signIn(): string {
  return 'localhost:4321 wants you to sign in with your Ethereum account:\n';
}
