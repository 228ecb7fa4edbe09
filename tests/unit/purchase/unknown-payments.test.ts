import { expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { FakeWallet } from '#tests/unit/stores/fake-wallet.ts';
import { leavePage, pageForEach, reloadStubPage } from '#tests/unit/stores/stub-page.ts';
import { playPayment } from './support/draw-payment.ts';
import { openPage, openTab, openWorld, PAYMENT, run, VALUE, type WorldOptions } from './support/payment-world.ts';
import { walkPayments } from './support/walk-payments.ts';

const page = pageForEach();

const open = (options?: WorldOptions) => openWorld(page, options);

const NOTHING_SENT = { key: 'transactionCancelled', textKey: null };

test.each([
  ['an internal error', new ProviderError(-32603, 'Internal JSON-RPC error.'), 'transactionFailed'],
  ['that it knows the transaction', new ProviderError(-32000, 'already known'), 'transactionFailed'],
  ['a nonce too low', new ProviderError(-32000, 'nonce too low'), 'transactionFailed'],
  ['a lack of funds', new ProviderError(-32000, 'insufficient funds for gas'), 'insufficientGasFees'],
  ['a lost connection', new ProviderError(4900, 'disconnected'), 'transactionFailed'],
  ['a refusal', new ProviderError(4001, 'User rejected the request.'), 'transactionCancelled'],
  ['no hash', null, 'transactionError'],
])(
  '[R8.027] [R8.034] a payment that the wallet broadcasts and then answers with %s is followed, and the next summary names it',
  async (_, answer, key) => {
    const { world, pay, buy, $purchase, $outbox, $balances, toasts, summaries, $paymentRequests } = await open();
    world.wallet.set('eth_sendTransaction', () => {
      world.broadcast(VALUE);
      world.wallet.set('eth_getBalance', '0x7');
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await buy(PAYMENT);
    expect(toasts.at(-1)).toMatchObject({ key });
    expect($paymentRequests.get()).toHaveLength(1);
    await run(0);
    expect($balances.get()['1:ETH']).toBe(7n);
    world.wallet.set('eth_sendTransaction', new ProviderError(4001, 'no'));
    world.wallet.set('eth_getBalance', `0x${(10n ** 19n).toString(16)}`);
    await pay(0);
    expect(summaries).toEqual([
      { doubts: 0, open: 0 },
      { doubts: 1, open: 0 },
    ]);
    await run(60_000);
    expect(toasts.map((toast) => toast.key)).toContain('paymentFound');
    expect(toasts.at(-1)?.key).toBe('tokensCredited');
    expect($outbox.get()).toEqual([]);
    expect($purchase.get().stage).toBe('idle');
  },
);

test('[R8.033] nothing was sent is said once nonce and records agree, and not before', async () => {
  const { world, buy, toasts, summaries, $paymentRequests } = await open();
  world.wallet.set('eth_sendTransaction', new ProviderError(4001, 'no'));
  await buy(PAYMENT);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionCancelled', textKey: 'pay.ends.checking' });
  await run(9_000);
  expect(toasts).not.toContainEqual(expect.objectContaining(NOTHING_SENT));
  await run(11_000);
  expect(toasts.at(-1)).toMatchObject(NOTHING_SENT);
  expect($paymentRequests.get()).toEqual([]);
  await buy(PAYMENT);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 0 });
});

test('what cannot be read is never said: a refusal in a wallet that tells no nonce stays unknown', async () => {
  const { pay, toasts, $paymentRequests } = await open({ isBlind: true });
  await pay(3_600_000, new ProviderError(4001, 'no'));
  expect(toasts.map(({ textKey }) => textKey)).toEqual(['pay.ends.checking']);
  await run(86_400_000);
  expect(toasts.map(({ textKey }) => textKey)).toEqual(['pay.ends.checking']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each([false, true])(
  'a page that is reloaded while the wallet is asked finds the payment that was sent (blind: %s)',
  async (isBlind) => {
    const { world, pay } = await open({ isBlind });
    await pay(100, () => {
      world.broadcast(VALUE);
      return new Promise(() => undefined);
    });
    vi.clearAllTimers();
    const next = await openTab(page, world);
    expect(next.$paymentRequests.get()).toMatchObject([{ state: 'asked', claims: { paymentAmount: '0.02' } }]);
    await run(60_000);
    expect(next.toasts.map(({ key }) => key)).toContain('tokensCredited');
    expect(world.sent).toHaveLength(1);
  },
);

test('[R8.046] a hash that no node knows is no successful purchase, and gives way to the payment that was sent', async () => {
  const { world, pay, $purchase, $outbox, toasts } = await open({ mineMs: 200_000 });
  await pay(60_000, () => {
    world.broadcast(VALUE);
    return world.newHash();
  });
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent']);
  // Two minutes, and half a minute between two looks.
  await run(95_000);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionTimeout', textKey: 'pay.ends.unseen' });
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  await run(120_000);
  const [sent] = world.sent;
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  expect($outbox.get()).toEqual([]);
  const posted = page.posts.map(({ body }) => (body as { transactionHash?: string }).transactionHash);
  expect(posted).toContain(sent?.hash);
});

test('a hash that the wallet names again, after its payment was found under another, is an error while our records are busy', async () => {
  const { world, pay, toasts } = await open({ mineMs: 200_000 });
  const named = world.newHash();
  await pay(400_000, () => {
    world.broadcast(VALUE);
    return named;
  });
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  world.isBusy = true;
  await pay(10_000, named);
  expect(toasts.at(-1)?.key).toBe('transactionError');
});

test('an earlier payment of the same amount is not taken for the one that is looked for', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  await pay(60_000, () => world.broadcast(VALUE).hash);
  vi.clearAllTimers();
  const next = await openTab(page, world);
  const failing = new FakeWallet();
  failing.set('eth_sendTransaction', new ProviderError(-32603, 'Internal JSON-RPC error.'));
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  expect($paymentRequests.get()).toEqual([]);
  reloadStubPage(page);
  const last = await openPage(world, failing);
  await last.buy(PAYMENT);
  await run(120_000);
  expect(last.$paymentRequests.get()).toHaveLength(1);
  expect([...next.toasts, ...last.toasts].map(({ key }) => key)).toEqual(['transactionFailed']);
});

test('the visitor can say that the wallet did not send it', async () => {
  const { world, pay, buy, summaries, $paymentRequests, $balances, settleRequest } = await open();
  await pay(0, new ProviderError(-32603, 'no'));
  const balance = $balances.get()['1:ETH'] ?? 0n;
  world.wallet.set('eth_getBalance', '0x7');
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  await run(0);
  expect($balances.get()['1:ETH']).toBe(7n);
  world.wallet.set('eth_getBalance', `0x${balance.toString(16)}`);
  await buy(PAYMENT);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 0 });
});

/** Long runs draw more: `npm run soak -- payments`. */
const SEEDS = Number(process.env.SYNX_PAYMENT_SEEDS ?? 60);
const FIRST_SEED = Number(process.env.SYNX_PAYMENT_FIRST_SEED ?? 1);

test('whatever a wallet does, no second payment goes without a warning and no sentence about money is untrue (S33)', async () => {
  const problems: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    problems.push(...(await playPayment(seed)));
    await leavePage();
  }
  expect(problems).toEqual([]);
}, 600_000);

test('whatever a wallet does with payments in a row, each that was sent is warned of, told once, and not lost (S33)', async () => {
  const problems: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    problems.push(...(await walkPayments(seed)));
    await leavePage();
  }
  expect(problems).toEqual([]);
}, 600_000);
