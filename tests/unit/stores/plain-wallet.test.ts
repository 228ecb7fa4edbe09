import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { FakeWallet, SECOND } from './fake-wallet.ts';
import { leavePage, stubPage } from './stub-page.ts';

const DISTRIBUTOR = { chainId: 56, claims: `0x${'cc'.repeat(20)}`, token: `0x${'dd'.repeat(20)}` } as never;

beforeEach(() => {
  stubPage();
});
afterEach(leavePage);

type Found = Awaited<ReturnType<typeof open>>;

const run = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Two wallets of the page, of which the first answers `method` once it wakes. */
async function open(method: string, answer: (wake: Promise<void>) => unknown) {
  const { findPlainWallets, switchPlainWallet } = await import('#src/stores/plain-wallet.ts');
  const { $wallet } = await import('#src/stores/wallet-state.ts');
  let found: readonly { connect(): Promise<void> }[] = [];
  findPlainWallets(DISTRIBUTOR, (wallets) => {
    found = wallets;
  });
  const sleepy = new FakeWallet().install('io.sleepy');
  new FakeWallet([SECOND]).install('io.other');
  const { promise, resolve: wake } = Promise.withResolvers<void>();
  sleepy.set(method, () => answer(promise));
  return { sleepy, wake, found: () => found, switchPlainWallet, account: () => $wallet.get().account };
}

test('a wallet of claim.html that changes its account while it is connected is shown with the new one', async () => {
  const { sleepy, wake, found, account } = await open('eth_chainId', (woken) => woken.then(() => '0x38'));
  void found()[0]?.connect();
  await run(3_000);
  sleepy.useAccounts([SECOND]);
  wake();
  await run(10_000);
  expect(account()).toBe(SECOND);
});

test('what a wallet of claim.html told before it changed its account does not come after what it told since', async () => {
  const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
  const waits = [Promise.resolve()];
  const { sleepy, wake, found, account } = await open('eth_chainId', (woken) =>
    (waits.shift() ?? woken).then(() => '0x38'),
  );
  await found()[0]?.connect();
  sleepy.useAccounts([SECOND]);
  await run(100);
  waits.push(Promise.resolve());
  sleepy.useAccounts([third]);
  await run(100);
  expect(account()).toBe(third);
  wake();
  await run(100);
  expect(account()).toBe(third);
});

test('a wallet of claim.html that wakes does not take the place of the one that was connected since', async () => {
  const { sleepy, wake, found, account } = await open('eth_requestAccounts', (woken) =>
    woken.then(() => sleepy.granted),
  );
  sleepy.granted = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'];
  void found()[0]?.connect();
  await run(5_000);
  await found()[1]?.connect();
  wake();
  await run(10);
  expect(account()).toBe(SECOND);
});

test.each([
  ['connect', 'eth_requestAccounts'],
  ['switch', 'wallet_switchEthereumChain'],
] as const)('while a wallet of claim.html is asked to %s, that is named, and can be given up', async (what, method) => {
  const { $openQuestion } = await import('#src/stores/ask-wallet.ts');
  const { sleepy, found, switchPlainWallet, account, wake } = await open(method, (woken) => woken.then(() => null));
  if (what === 'switch') await found()[0]?.connect();
  const asked = what === 'switch' ? switchPlainWallet(56) : found()[0]?.connect();
  await run(1_000);
  expect($openQuestion.get()?.what).toBe(what);
  const before = account();
  $openQuestion.get()?.cancel();
  await asked?.catch(() => undefined);
  wake();
  await run(1_000);
  expect([$openQuestion.get(), account()]).toEqual([null, before]);
  expect(sleepy.methods()).not.toContain('wallet_addEthereumChain');
});

test('a wallet of claim.html that has another request open is connected once that is answered', async () => {
  const { sleepy, found, account } = await open('eth_requestAccounts', () => {
    throw new ProviderError(-32_002, 'Already processing eth_requestAccounts. Please wait.');
  });
  void found()[0]?.connect();
  await run(60_000);
  expect(account()).toBeNull();
  sleepy.granted = [SECOND];
  sleepy.set('eth_requestAccounts', () => sleepy.granted);
  await run(4_000);
  expect(account()).toBe(SECOND);
});

test('a wallet of claim.html that is slow to say that it lacks the chain is not asked to add it', async () => {
  const { sleepy, wake, found, switchPlainWallet } = await open('wallet_switchEthereumChain', (woken) =>
    woken.then(() => Promise.reject(new ProviderError(4902, 'unknown'))),
  );
  await found()[0]?.connect();
  void switchPlainWallet(56);
  await run(125_000);
  wake();
  await run(10);
  expect(sleepy.methods()).not.toContain('wallet_addEthereumChain');
});

test.each([
  [
    'answers for another network',
    'wallet_switchEthereumChain',
    ({ switchPlainWallet }: Found) => switchPlainWallet(56),
  ],
  ['tells its accounts', 'eth_accounts', ({ sleepy }: Found) => sleepy.emit('chainChanged', '0x38')],
] as const)('nor does a wallet that was connected, and is locked before it %s', async (_, method, ask) => {
  const page = await open(method, (woken) => woken.then(() => []));
  const { sleepy, wake, found, account } = page;
  await found()[0]?.connect();
  void ask(page);
  await run(5_000);
  if (method !== 'eth_accounts') {
    sleepy.granted = [];
    sleepy.emit('accountsChanged', []);
    await run(10);
    expect(account()).toBeNull();
  }
  await found()[1]?.connect();
  wake();
  await run(200_000);
  expect(account()).toBe(SECOND);
});

test.each([
  ['no account', 'eth_requestAccounts', []],
  ['no network', 'eth_chainId', null],
])('a wallet of claim.html that names %s leaves the one that is connected', async (_, method, answer) => {
  const { found, account } = await open(method, async () => answer);
  await found()[1]?.connect();
  await found()[0]?.connect();
  expect(account()).toBe(SECOND);
});

test('what a wallet of claim.html told of a change counts where its next answer never comes', async () => {
  const waits = [Promise.resolve()];
  const { sleepy, found, account } = await open('eth_chainId', () =>
    (waits.shift() ?? new Promise(() => undefined)).then(() => '0x38'),
  );
  await found()[0]?.connect();
  // It tells of its account and of its network, and is asked twice.
  waits.push(new Promise((resolve) => setTimeout(resolve, 1_000)));
  sleepy.useAccounts([SECOND]);
  await run(10);
  sleepy.emit('chainChanged', '0x38');
  await run(60_000);
  expect(account()).toBe(SECOND);
});

test('a wallet of claim.html that has another request open is asked once at a time, however often it is pressed', async () => {
  const { sleepy, found } = await open('eth_requestAccounts', () => {
    throw new ProviderError(-32002, 'Request already pending');
  });
  for (let press = 0; press < 5; press += 1)
    void found()[0]
      ?.connect()
      .catch(() => undefined);
  await run(3_100);
  expect(sleepy.methods().filter((method) => method === 'eth_requestAccounts')).toHaveLength(2);
});
