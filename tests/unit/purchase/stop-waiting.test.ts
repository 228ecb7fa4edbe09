import { expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { pageForEach } from '#tests/unit/stores/stub-page.ts';
import { openTab, openWorld, REFUSED, run, VALUE, type WorldOptions } from './support/payment-world.ts';

// A visitor who waits no longer for the wallet: the payment is in doubt from then on, as after two minutes of silence.

const page = pageForEach();

const open = (options?: WorldOptions) => openWorld(page, options);

const keysOf = (toasts: readonly { readonly key: string }[]) => toasts.map(({ key }) => key);

test('a payment that nobody waits for any more is in doubt at once, named by the next summary, and found', async () => {
  const { world, payLater, stopWaiting, pay, toasts, summaries, $purchase, $paymentRequests } = await open();
  await payLater(5_000);
  stopWaiting();
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  expect($paymentRequests.get()).toMatchObject([{ state: 'asked' }]);
  world.broadcast(VALUE);
  await run(200);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  await run(60_000);
  expect(keysOf(toasts)).toContain('paymentFound');
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
});

test('it says nothing, neither at once nor after two minutes', async () => {
  const { payLater, stopWaiting, toasts, $paymentRequests } = await open();
  await payLater(5_000);
  stopWaiting();
  await run(200_000);
  expect(toasts).toEqual([]);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a hash that the wallet names afterwards is followed', async () => {
  const { world, payLater, stopWaiting, toasts, $paymentRequests } = await open();
  const asked = await payLater(5_000);
  stopWaiting();
  await run(30_000);
  asked.name(world.broadcast(VALUE).hash);
  await run(60_000);
  expect(keysOf(toasts)).toEqual(['transactionSent', 'purchaseConfirming', 'tokensCredited']);
  expect($paymentRequests.get()).toEqual([]);
});

test('a refusal afterwards is checked like any other', async () => {
  const { payLater, stopWaiting, toasts, $paymentRequests } = await open();
  const asked = await payLater(5_000);
  stopWaiting();
  asked.fail(REFUSED);
  await run(1);
  expect(toasts.map(({ textKey }) => textKey)).toEqual(['pay.ends.checking']);
  await run(20_000);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionCancelled', textKey: null });
  expect($paymentRequests.get()).toEqual([]);
});

test.each([-32_001, -32_002])('it ends the wait for a wallet that has another request open (%i)', async (code) => {
  const { world, pay, stopWaiting, toasts, summaries, $purchase } = await open({ mineMs: 100_000 });
  await pay(5_000, world.sentBut(new ProviderError(code, 'Request already pending')));
  expect($purchase.get().stage).toBe('waiting');
  stopWaiting();
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  await run(130_000);
  expect(keysOf(toasts)).not.toContain('transactionTimeout');
  expect(keysOf(toasts)).toContain('paymentFound');
});

test('there is nothing to stop before the wallet was asked, nor once it has answered', async () => {
  const { world, pay, asks, $purchase, $openQuestion } = await open();
  world.wallet.set('eth_blockNumber', () => new Promise(() => undefined));
  await pay(7_000, () => world.broadcast(VALUE).hash);
  expect([$purchase.get().stage, $openQuestion.get(), asks()]).toEqual(['waiting', null, 0]);
  await run(2_000);
  expect([$openQuestion.get(), asks()]).toEqual([null, 1]);
});

test('it stops no other payment than the one that waits', async () => {
  const { world, payLater, stopWaiting, $purchase, $openQuestion } = await open();
  const first = await payLater(5_000);
  const question = $openQuestion.get();
  stopWaiting();
  await payLater(1_000);
  question?.cancel();
  expect($purchase.get().stage).toBe('waiting');
  first.name(world.broadcast(VALUE).hash);
  await run(30_000);
  expect($purchase.get()).toMatchObject({ stage: 'waiting', tracked: { hash: expect.any(String) } });
  stopWaiting();
  expect($purchase.get().stage).toBe('idle');
});

test('a page that is loaded again names it', async () => {
  const { world, payLater, stopWaiting } = await open();
  await payLater(5_000);
  stopWaiting();
  vi.clearAllTimers();
  const next = await openTab(page, world);
  world.broadcast(VALUE);
  await run(60_000);
  expect(keysOf(next.toasts)).toContain('paymentFound');
});

test('once the payment is found before the wallet has answered, there is nothing left to stop', async () => {
  const { world, payLater, toasts, $purchase, $openQuestion } = await open();
  const asked = await payLater(5_000);
  const { hash } = world.broadcast(VALUE);
  await run(40_000);
  expect(keysOf(toasts)).toContain('paymentFound');
  expect([$purchase.get().stage, $openQuestion.get()]).toEqual(['idle', null]);
  asked.name(hash);
  await run(20_000);
  expect(keysOf(toasts)).not.toContain('transactionTimeout');
});
