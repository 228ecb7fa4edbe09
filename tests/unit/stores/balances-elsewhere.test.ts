import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicRpc } from '#src/config/public-rpc.ts';
import { ACCOUNT, FakeWallet } from './fake-wallet.ts';
import { leavePage, type StubPage, stubPage } from './stub-page.ts';

const [ETHEREUM, BSC, POLYGON] = [publicRpc(1), publicRpc(56), publicRpc(137)];

let page: StubPage;
let isDown: string[];

beforeEach(() => {
  page = stubPage();
  isDown = [];
  for (const url of [ETHEREUM, BSC, POLYGON])
    page.answers.set(url, (body: { method: string }) => {
      if (isDown.includes(url)) return new TypeError('Failed to fetch');
      return {
        jsonrpc: '2.0',
        id: 1,
        result: { eth_gasPrice: '0x3b9aca00', eth_getBalance: '0x5' }[body.method] ?? '0x7',
      };
    });
});
afterEach(leavePage);

const asked = (url: string) => page.fetch.mock.calls.filter(([called]) => called === url).length;

/** A page whose visitor has connected on Ethereum. */
async function connected() {
  new FakeWallet().install();
  const { connectWallet, disconnectWallet } = await import('#src/stores/wallet.ts');
  const { $balances } = await import('#src/stores/balances.ts');
  const { $elsewhere, loadBalancesElsewhere } = await import('#src/stores/balances-elsewhere.ts');
  await loadBalancesElsewhere();
  await connectWallet();
  return { $balances, $elsewhere, loadBalancesElsewhere, disconnectWallet };
}

test('public nodes are asked only for networks the wallet is not on, at most six times each, and not again within a minute', async () => {
  const { $balances, $elsewhere, loadBalancesElsewhere } = await connected();
  expect([ETHEREUM, BSC, POLYGON].map(asked)).toEqual([0, 0, 0]);
  await Promise.all([loadBalancesElsewhere(), loadBalancesElsewhere()]);
  expect($elsewhere.get()).toEqual({ 56: 'told', 137: 'told' });
  expect($balances.get()).toMatchObject({ '56:BNB': 5n, '56:USDC': 7n, '137:MATIC': 5n, '137:USDT': 7n });
  expect($balances.get()).not.toHaveProperty('1:ETH');
  expect($balances.get()).toMatchObject({ '56:gas': 10n ** 9n, '137:gas': 10n ** 9n });
  const first = [BSC, POLYGON].map(asked);
  for (const requests of first) expect(requests).toBeLessThanOrEqual(6);
  await loadBalancesElsewhere();
  expect([BSC, POLYGON].map(asked)).toEqual(first);
  await vi.advanceTimersByTimeAsync(61_000);
  await loadBalancesElsewhere();
  expect([ETHEREUM, BSC, POLYGON].map(asked)).toEqual([0, ...first.map((requests) => 2 * requests)]);
});

test('a network that gives no answer is silent, its balances are unknown and not zero, and it is asked again', async () => {
  const { $balances, $elsewhere, loadBalancesElsewhere } = await connected();
  isDown = [POLYGON];
  await loadBalancesElsewhere();
  expect($elsewhere.get()).toEqual({ 56: 'told', 137: 'silent' });
  expect($balances.get()).toMatchObject({ '56:BNB': 5n, '137:MATIC': null, '137:USDC': null });
  expect($balances.get()['137:gas']).toBeNull();
  isDown = [];
  await vi.advanceTimersByTimeAsync(11_000);
  await loadBalancesElsewhere();
  expect($elsewhere.get()[137]).toBe('told');
  expect($balances.get()['137:MATIC']).toBe(5n);
});

test('no answer for an account is shown after its logout', async () => {
  const { $balances, $elsewhere, loadBalancesElsewhere, disconnectWallet } = await connected();
  $balances.listen(() => undefined);
  const loading = loadBalancesElsewhere();
  await disconnectWallet();
  await loading;
  expect($balances.get()).toEqual({});
  expect($elsewhere.get()).toEqual({});
  expect(page.posts.some(({ body }) => JSON.stringify(body).includes(ACCOUNT.slice(2).toLowerCase()))).toBe(true);
});
