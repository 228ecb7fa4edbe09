import { setPersistentEngine } from '@nanostores/persistent';
import { expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, SECOND } from '#tests/unit/stores/fake-wallet.ts';
import {
  endPage,
  ERROR as FAILED,
  fillStorage,
  hearOnlyWhenShown,
  keepIn,
  pageForEach,
  setServerClock,
  shareStorage,
  stubSight,
} from '#tests/unit/stores/stub-page.ts';
import {
  ERROR,
  type HeldSummaries,
  openTab,
  openWorld,
  PAYMENT,
  REFUSED,
  run,
  VALUE,
  type WorldOptions,
} from './support/payment-world.ts';

const DAY = 86_400_000;

const page = pageForEach();

const open = (options?: WorldOptions, held?: HeldSummaries) => openWorld(page, options, held);

/** The toasts that tell of a credit. */
const TOLD = ['tokensCredited', 'purchaseSuccessful'];

const never = () => new Promise<never>(() => undefined);

/** An answer that takes its time. */
const slowly = (answer: unknown, ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms, answer));

test('a payment that still waits in the wallet is not forgotten because another one took its nonce', async () => {
  const { world, pay, payLater, summaries, toasts } = await open();
  const first = await payLater(125_000);
  await pay(120_000, () => world.broadcast(VALUE).hash);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  world.broadcast(VALUE);
  first.fail(ERROR);
  await run(1);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  await run(60_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test.each([
  ['this tab', REFUSED],
  ['this tab', new ProviderError(-32002, 'Request already pending')],
  ['another tab', REFUSED],
] as const)(
  'a payment of %s, found for one that still waits in the wallet, does not hide that one (%s)',
  async (where, answer) => {
    shareStorage(page);
    const { world, ...own } = await open();
    const first = await own.payLater(125_000);
    const tab = where === 'this tab' ? own : await openTab(page, world);
    await tab.pay(60_000, world.sentBut(answer));
    expect([...own.toasts, ...tab.toasts].map(({ key }) => key)).toContain('paymentFound');
    world.broadcast(VALUE);
    first.fail(ERROR);
    await run(1);
    await tab.pay(1, REFUSED);
    expect(tab.summaries.at(-1)).toMatchObject({ doubts: 1 });
  },
);

test('a payment may be another request’s, too, if another wallet writes the account in other letters', async () => {
  const { pay } = await open();
  await pay(1_000, never);
  const { keepRequest, $paymentRequests } = await import('#src/purchase/payment-requests.ts');
  const { noteFound, wasFound } = await import('#src/purchase/found-payments.ts');
  for (const own of $paymentRequests.get()) {
    const walletAddress = `0x${own.claims.walletAddress.slice(2).toUpperCase()}`;
    keepRequest({ ...own, id: 'another', claims: { ...own.claims, walletAddress } });
    noteFound(own.id, own.claims, '0x01');
    expect(wasFound(own, null)).toBe(false);
  }
  expect($paymentRequests.get()).toHaveLength(2);
});

test('an answer to a request whose payment may be another’s does not find that payment again', async () => {
  const shared = shareStorage(page);
  const { world, pay, payLater, toasts, $paymentRequests } = await open();
  const first = await payLater(125_000);
  await pay(1_000, new ProviderError(-32002, 'Request already pending'));
  const { hash } = world.broadcast(VALUE);
  world.isBusy = true;
  await run(40_000);
  // As by another tab, which has heard of its credit.
  delete shared[`synx_payment:${hash}`];
  first.fail(ERROR);
  await run(60_000);
  expect(toasts.filter(({ key }) => key === 'paymentFound')).toHaveLength(1);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a payment from another device with the same nonce and another amount is not taken for the one that is asked for', async () => {
  const { world, pay, payLater, summaries, toasts } = await open();
  const first = await payLater(1_000);
  world.broadcast(VALUE / 2n);
  await run(125_000);
  world.broadcast(VALUE);
  first.fail(ERROR);
  await run(1);
  expect(toasts.map(({ key }) => key)).not.toContain('paymentFound');
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a hash of nothing is no payment any more once the visitor says that the wallet does not show it', async () => {
  const { world, pay, $paymentRequests, settleRequest, $outbox, $purchase } = await open();
  await pay(160_000, () => world.newHash());
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  await run(60_000);
  expect($outbox.get()).toEqual([]);
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  const next = await openTab(page, world);
  await run(60_000);
  expect(next.$outbox.get()).toEqual([]);
  expect(next.$purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
});

test('a hash of nothing is no payment any more once another payment has its nonce', async () => {
  const { world, pay, $paymentRequests, $outbox, $purchase, summaries } = await open();
  const wrong = world.newHash();
  await pay(160_000, wrong);
  await pay(120_000, () => world.broadcast(VALUE).hash);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  expect($paymentRequests.get()).toEqual([]);
  await run(60_000);
  expect($outbox.get()).toEqual([]);
  expect($purchase.get().tracked?.hash).not.toBe(wrong);
});

test.each([
  [0, 'is down'],
  [100_000, 'is down'],
  [0, 'hangs'],
  [70_000, 'hangs'],
] as const)('a hash of nothing, named after %i ms, is doubted in time while the API %s', async (lateMs, how) => {
  const { world, pay, toasts, $purchase, $paymentRequests } = await open();
  const changes: number[] = [];
  $paymentRequests.listen(() => changes.push(Date.now()));
  world.wallet.set(
    'eth_sendTransaction',
    () => new Promise((resolve) => setTimeout(() => resolve(world.newHash()), lateMs)),
  );
  world.isDown = true;
  if (how === 'hangs')
    page.answers.set(
      '/api/presale/purchase',
      () => new Promise((_, fail) => setTimeout(fail, 20_000, new TypeError('timeout'))),
    );
  const startedAt = Date.now();
  await pay(lateMs + 1);
  await run(155_000);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionTimeout', textKey: 'pay.ends.unseen' });
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  // What shows it goes by the store.
  expect(changes.some((at) => at - startedAt - lateMs >= 120_000)).toBe(true);
});

test.each([-DAY, DAY])('a visitor’s clock that is set by %i ms makes no hash of nothing a payment', async (by) => {
  const { world, pay, toasts, $purchase, $paymentRequests } = await open();
  await pay(10_000, () => world.newHash());
  vi.setSystemTime(Date.now() + by);
  await run(150_000);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionTimeout', textKey: 'pay.ends.unseen' });
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a visitor’s clock that jumps by days, ahead or back, forgets no payment', async () => {
  const { world, buy, summaries, $paymentRequests } = await open();
  world.wallet.set('eth_sendTransaction', ERROR);
  await buy(PAYMENT);
  vi.setSystemTime(Date.now() + DAY);
  await run(60_000);
  expect($paymentRequests.get()).toHaveLength(1);
  await buy(PAYMENT);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  vi.setSystemTime(Date.now() - 2 * DAY);
  await run(DAY + 120_000);
  expect($paymentRequests.get()).toHaveLength(2);
});

test('a payment that is found takes nothing from a newer one that waits in the wallet', async () => {
  const { world, pay, $purchase, toasts } = await open();
  await pay(125_000, never);
  await pay(1_000);
  const { run: newer } = $purchase.get();
  world.broadcast(VALUE);
  await run(40_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
  expect($purchase.get()).toMatchObject({ stage: 'waiting', run: newer, tracked: { hash: null, run: newer } });
});

test('an unused nonce of a smart account does not say that nothing was sent', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isSmart: true, apiLagMs: 30_000 });
  await pay(25_000, world.sentBut(REFUSED));
  expect(toasts.map(({ textKey }) => textKey)).toEqual(['pay.ends.checking']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each([true, false])('the hash of this page’s payment before is no second one (blind: %s)', async (isBlind) => {
  const { world, pay, resetPurchase, toasts, $paymentRequests } = await open({ isBlind });
  let hash = '';
  await pay(60_000, () => {
    hash ||= world.broadcast(VALUE).hash;
    return hash;
  });
  resetPurchase();
  const seen = toasts.length;
  await pay(60_000);
  expect(toasts.slice(seen).map(({ key }) => key)).toEqual(['transactionError']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each(['this page', 'another tab'])(
  'a hash that a payment of %s got while the wallet was asked is no second one',
  async (where) => {
    const storage = shareStorage(page);
    const { world, pay, payLater, toasts, $paymentRequests } = await open({ mineMs: 60_000 });
    const first = await payLater(125_000, () => {
      Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
    });
    page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
    world.wallet.set('eth_getTransactionByHash', slowly(null, 3_000));
    const [asked] = $paymentRequests.get();
    const hash = where === 'this page' ? '' : world.broadcast(VALUE).hash;
    if (where === 'this page') await pay(100, () => world.broadcast(VALUE).hash);
    else storage[`synx_payment_request:${asked?.id}`] = JSON.stringify({ ...asked, others: [hash] });
    first.name(hash || (world.sent[1]?.hash ?? ''));
    await run(20_000);
    const said = toasts.filter(({ key }) => key === 'transactionSent');
    expect(said).toHaveLength(where === 'this page' ? 1 : 0);
    expect($paymentRequests.get().find(({ id }) => id === asked?.id)).toMatchObject({ state: 'failed', hash: null });
  },
);

test.each(['another chain', 'this chain'])('a hash of an earlier payment on %s is no new one', async (where) => {
  const { world, pay, toasts, $paymentRequests } = await open({ isBlind: true });
  const hash = where === 'this chain' ? world.earlier().hash : world.onOtherChain();
  await pay(60_000, hash);
  expect(toasts.map(({ key }) => key)).toEqual(['transactionError']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('the hash of what the account sent for another site does not hide the payment', async () => {
  const { world, pay, payAgain, toasts, summaries } = await open({ mineMs: 30_000 });
  await pay(5_000, () => {
    world.broadcast(VALUE);
    return world.broadcast(1n, null, false).hash;
  });
  await payAgain(1, REFUSED);
  expect(summaries.slice(1)).toEqual([{ doubts: 0, open: 1 }]);
  await run(120_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('of two tabs that confirm at once, none asks the wallet before its summary names the other’s payment', async () => {
  shareStorage(page);
  const held = { isHeld: () => true };
  const { world, ...first } = await open({}, held);
  const asked: number[] = [];
  const press = async ({ wallet, summaries, pay }: Pick<typeof first, 'wallet' | 'summaries' | 'pay'>) => {
    wallet.set('eth_getTransactionCount', slowly('0x5', 2_000));
    await pay(1, () => {
      asked.push(summaries.at(-1)?.doubts ?? 0);
      return never();
    });
  };
  await press(first);
  const second = await openTab(page, world, held);
  await press(second);
  await first.confirm(500);
  await second.confirm(5_000);
  await first.confirm(5_000);
  await second.confirm(5_000);
  expect(asked).toContain(0);
  expect(asked.filter((doubts) => doubts === 0)).toHaveLength(1);
});

test.each([false, true])(
  'a payment that is found or named during the next summary ends it (named: %s)',
  async (isNamed) => {
    let isHeld = false;
    const { world, pay, payLater, confirm, asks, $purchase, toasts } = await open({}, { isHeld: () => isHeld });
    const first = await payLater(125_000);
    isHeld = true;
    await pay(1);
    expect($purchase.get().stage).toBe('summary');
    const { hash } = world.broadcast(VALUE);
    if (isNamed) first.name(hash);
    await run(45_000);
    expect(toasts.map(({ key }) => key)).toContain(isNamed ? 'transactionSent' : 'paymentFound');
    expect($purchase.get().stage).toBe('idle');
    await confirm(1);
    expect(asks()).toBe(1);
  },
);

test.each([false, true])(
  'a hash that another tab has found to be nothing is no payment in this one (API down: %s)',
  async (isDown) => {
    const storage = shareStorage(page);
    const { world, pay, $purchase, $outbox, toasts } = await open({ mineMs: 400_000 });
    const wrong = world.newHash();
    await pay(isDown ? 130_000 : 5_000, wrong);
    world.isDown = isDown;
    for (const key of Object.keys(storage)) if (key.startsWith('synx_payment')) delete storage[key];
    await run(15_000);
    expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
    expect($outbox.get()).toEqual([]);
    await run(400_000);
    expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
    const said = isDown ? ['transactionSent', 'transactionTimeout'] : ['transactionSent'];
    expect(toasts.map(({ key }) => key)).toEqual(said);
  },
);

test('a stored payment with an impossible time is shown', async () => {
  const { readPaymentRequest } = await import('#src/purchase/payment-requests.ts');
  const claims = { walletAddress: `0x${'1'.repeat(40)}` };
  for (const askedAt of [9e15, -1, 'x', 0.5, null]) {
    const read = readPaymentRequest(JSON.stringify({ id: '1', claims, askedAt }));
    expect(() => new Date(read?.askedAt ?? 0).toISOString()).not.toThrow();
  }
});

test('a refusal that a clock dates ahead needs consent', async () => {
  const { needsConsent, readPaymentRequest } = await import('#src/purchase/payment-requests.ts');
  const claims = { walletAddress: `0x${'1'.repeat(40)}` };
  const refused = readPaymentRequest(JSON.stringify({ id: '1', claims, state: 'refused', answeredAt: 90_000 }));
  const needs = (now: number) => refused !== undefined && needsConsent(refused, now);
  expect([89_999, 90_000, 119_999, 120_000].map(needs)).toEqual([true, false, false, true]);
});

test('a page that alone knows of a payment in doubt does not reload by itself', async () => {
  const { reloadPage } = await import('#src/stores/page-reload.ts');
  const { world, pay, summaries, $paymentRequests } = await open({ apiLagMs: 60_000 });
  fillStorage(page);
  await pay(1_000, () => {
    world.broadcast(VALUE);
    throw new ProviderError(-32603, 'timeout');
  });
  expect($paymentRequests.get()).toHaveLength(1);
  expect(reloadPage(() => undefined)).toBe(false);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test.each(['our API is busy', 'the visitor declines the proof that our API wants'])(
  'a page that alone knows of a hash does not reload by itself while %s',
  async (why) => {
    const { world, pay, wallet } = await open({ apiLagMs: 60_000 });
    fillStorage(page);
    if (why === 'our API is busy') world.isBusy = true;
    else {
      page.answers.set('/api/presale/purchase', FAILED(401, 'proof_required', 'sign'));
      page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678' });
      wallet.set('personal_sign', REFUSED);
    }
    await pay(30_000, () => world.broadcast(VALUE).hash);
    wallet.moveTo(56);
    await run(100);
    expect(page.reload).not.toHaveBeenCalled();
  },
);

test('once what a page alone knew is settled, it reloads again, and not before', async () => {
  const { world, pay, wallet, $paymentRequests } = await open();
  fillStorage(page);
  world.isBusy = true;
  await pay(30_000, () => world.broadcast(VALUE).hash);
  world.isBusy = false;
  await run(120_000);
  expect($paymentRequests.get()).toEqual([]);
  wallet.moveTo(56);
  await run(100);
  expect(page.reload).toHaveBeenCalledOnce();
});

test('a page that alone knows of a payment does not reload by itself after an error of its own', async () => {
  const { world, pay, wallet } = await open({ apiLagMs: 60_000 });
  fillStorage(page);
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  $purchase.listen(({ stage }) => {
    if (stage === 'recording') throw new Error('a listener fails');
  });
  await pay(1_000, () => world.broadcast(VALUE).hash);
  wallet.moveTo(56);
  await run(100);
  expect(page.reload).not.toHaveBeenCalled();
});

test('a payment that a full storage takes in no form is named before the next one', async () => {
  const { world, pay, resetPurchase, summaries, $purchase } = await open({ apiLagMs: 60_000 });
  fillStorage(page);
  await pay(1_000, () => world.broadcast(VALUE).hash);
  resetPurchase();
  expect($purchase.get().stage).toBe('idle');
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 1 });
});

test('a clock that is set back during a purchase does not make an asked wallet one that was not asked', async () => {
  const { world, buy, $purchase, toasts } = await open();
  world.wallet.set('eth_sendTransaction', () => {
    vi.setSystemTime(Date.now() - 60_000);
    return world.broadcast(VALUE).hash;
  });
  world.wallet.set('eth_blockNumber', () => {
    vi.setSystemTime(Date.now() - 60_000);
    return '0x64';
  });
  $purchase.listen(({ stage }) => {
    if (stage === 'recording') throw new Error('a part of the page fails');
  });
  await buy(PAYMENT);
  expect(toasts.at(-1)).toMatchObject({ textKey: 'pay.ends.unknown' });
});

test.each(['capitals', 'spaces', 'object', 'number'])(
  'a hash as %s leads to the payment that was sent',
  async (form) => {
    const { world, pay, toasts, $outbox, $paymentRequests } = await open();
    await pay(180_000, () => {
      const { hash } = world.broadcast(VALUE);
      if (form === 'capitals') return `0x${hash.slice(2).toUpperCase()}`;
      return form === 'spaces' ? ` ${hash} ` : form === 'object' ? { hash } : 7;
    });
    expect(toasts.at(-1)?.key).toBe('tokensCredited');
    expect($paymentRequests.get()).toEqual([]);
    expect($outbox.get()).toEqual([]);
  },
);

test('the balance is read again once a refused payment is certain not to have been sent', async () => {
  const { world, pay, $balances } = await open();
  await pay(1, REFUSED);
  world.wallet.set('eth_getBalance', '0x7');
  await run(30_000);
  expect($balances.get()['1:ETH']).toBe(7n);
});

test('a payment to a wrong address is no unknown one once it is rejected: it took the nonce', async () => {
  const { world, pay, toasts, summaries, $paymentRequests } = await open();
  await pay(60_000, () => world.broadcast(VALUE, null, false).hash);
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent', 'purchaseFailed']);
  expect($paymentRequests.get()).toEqual([]);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 0 });
});

test.each(['stays', 'is loaded again'] as const)(
  'a payment to a wrong address that our API rejects at once is no unknown one ten seconds later, if the page %s',
  async (how) => {
    const { world, ...own } = await open();
    await own.pay(12_000, () => slowly(world.broadcast(VALUE, null, false).hash, 7_000)());
    expect(own.toasts.map(({ key }) => key)).toEqual(['transactionSent', 'purchaseFailed']);
    // The wallet may still send the payment itself, after what took its nonce.
    expect(own.$paymentRequests.get()).toHaveLength(1);
    const tab = how === 'stays' ? own : await openTab(page, world);
    await run(30_000);
    expect(tab.$paymentRequests.get()).toEqual([]);
  },
);

test('a payment that the wallet sends after the stray one that it named first is found', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  await pay(12_000, () => slowly(world.broadcast(VALUE, null, false).hash, 7_000)());
  world.broadcast(VALUE);
  await run(60_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
  expect($paymentRequests.get()).toEqual([]);
});

test('a summary that starts again because of another tab leaves nothing behind when it is declined', async () => {
  shareStorage(page);
  const { world, pay, confirm, answerSummary, $purchase } = await open({}, { isHeld: () => true });
  world.wallet.set('eth_getTransactionCount', slowly('0x5', 2_000));
  await pay(1);
  await confirm(500);
  const { keepRequest, $paymentRequests } = await import('#src/purchase/payment-requests.ts');
  for (const own of $paymentRequests.get()) keepRequest({ ...own, id: 'another' });
  await run(2_000);
  expect($purchase.get()).toMatchObject({ stage: 'summary', tracked: null });
  answerSummary(null);
  expect($paymentRequests.get().map(({ id }) => id)).toEqual(['another']);
  expect(world.wallet.methods()).not.toContain('eth_sendTransaction');
});

test('a payment that is found between a confirmation and the wallet’s request ends the purchase', async () => {
  let isHeld = false;
  const { world, pay, asks, confirm, $purchase, toasts } = await open({}, { isHeld: () => isHeld });
  await pay(125_000, never);
  isHeld = true;
  await pay(1);
  const { hash } = world.broadcast(VALUE);
  world.wallet.set('eth_blockNumber', slowly('0x64', 5_000));
  await confirm(1_000);
  const { rememberPayment } = await import('#src/purchase/outbox.ts');
  rememberPayment({ walletAddress: world.wallet.granted[0] ?? '', transactionHash: hash, chainId: 1 });
  await run(5_000);
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  expect(toasts.map(({ key }) => key)).toEqual(['transactionTimeout']);
  expect(asks()).toBe(1);
});

/** Has stores read the storage when a page comes back, and hear of nothing else. */
const onReturn = (back: EventTarget) => (_key: string, _heard: unknown, restore: unknown) =>
  back.addEventListener('pageshow', restore as () => void);

test.each(['named', 'found'])(
  'a payment that is %s between the press and the summary ends the purchase',
  async (how) => {
    const { world, pay, payLater, asks, summaries, $purchase } = await open();
    const first = await payLater(125_000);
    world.wallet.set('eth_gasPrice', slowly('0x3b9aca00', 7_000));
    const { hash } = world.broadcast(VALUE);
    if (how === 'found') await run(18_000);
    await pay(1_000);
    if (how === 'named') first.name(hash);
    await run(9_000);
    expect([summaries.length, $purchase.get().stage, asks()]).toEqual([1, 'idle', 1]);
  },
);

test('a payment that another tab’s wallet names while a summary starts again because of it ends the purchase', async () => {
  shareStorage(page);
  const { world, ...first } = await open({}, { isHeld: () => true });
  const wallet = await first.payLater(1);
  const second = await openTab(page, world, { isHeld: () => true });
  await second.pay(1);
  second.wallet.set('eth_getTransactionCount', slowly('0x5', 2_000));
  second.wallet.set('eth_gasPrice', slowly('0x3b9aca00', 5_000));
  await second.confirm(500);
  await first.confirm(3_000);
  wallet.name(world.broadcast(VALUE).hash);
  await run(6_000);
  expect([second.summaries.length, second.$purchase.get().stage]).toEqual([1, 'idle']);
});

test.each(['our API', 'the wallet’s node'])(
  'a hash in doubt that %s shows during the next summary ends it',
  async (who) => {
    const isApi = who === 'our API';
    let isHeld = false;
    const options = isApi ? { isPrivate: true, mineMs: 150_000 } : { mineMs: 900_000 };
    const { world, pay, asks, confirm, summaries, $purchase } = await open(options, { isHeld: () => isHeld });
    world.isDown = !isApi;
    if (!isApi) world.wallet.set('eth_getTransactionByHash', null);
    await pay(130_000, () => world.broadcast(VALUE).hash);
    isHeld = true;
    await pay(1);
    expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
    if (!isApi) world.read(world.wallet);
    await run(45_000);
    expect($purchase.get().stage).toBe('idle');
    await confirm(1_000);
    expect(asks()).toBe(1);
  },
);

test('a hash in doubt that our API shows between a confirmation and the wallet’s request ends the purchase', async () => {
  let isHeld = false;
  const { world, pay, asks, confirm } = await open({ isPrivate: true, mineMs: 150_000 }, { isHeld: () => isHeld });
  await pay(145_000, () => world.broadcast(VALUE).hash);
  isHeld = true;
  await pay(1);
  world.wallet.set('eth_blockNumber', slowly('0x64', 7_900));
  await confirm(6_000);
  void (await import('#src/purchase/follow-requests.ts')).followRequests();
  await run(4_000);
  expect(asks()).toBe(1);
});

test('a credited payment that our records tell from an earlier one during the next summary ends it', async () => {
  let isHeld = false;
  const { world, pay, resetPurchase, toasts, $purchase } = await open({}, { isHeld: () => isHeld });
  const records = page.answers.get('/api/track/wallet');
  page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
  await pay(60_000, () => {
    world.wallet.set('eth_getTransactionByHash', new Error('limit'));
    return world.broadcast(VALUE).hash;
  });
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  resetPurchase();
  isHeld = true;
  await pay(1);
  page.answers.set('/api/track/wallet', records);
  await run(45_000);
  expect($purchase.get().stage).toBe('idle');
});

test.each(['the next summary', 'the press and the summary'])(
  'a hash in doubt that another tab learns to be in a block during %s ends the purchase',
  async (when) => {
    shareStorage(page);
    const options = { isPrivate: true, blockMs: 750, mineMs: 153_000 };
    const { world, pay } = await open(options);
    const { followRequests } = await import('#src/purchase/follow-requests.ts');
    await pay(135_000, () => world.broadcast(VALUE).hash);
    const next = await openTab(page, world, { isHeld: () => true });
    await run(5_000);
    const isEarly = when === 'the next summary';
    if (isEarly) void next.buy(PAYMENT);
    await run(12_000);
    next.wallet.set('eth_gasPrice', slowly('0x3b9aca00', 6_000));
    // A second before its block, as the press looks, too.
    if (!isEarly) void next.buy(PAYMENT);
    await run(2_000);
    void followRequests();
    await run(6_000);
    expect([next.summaries.length, next.$purchase.get().stage]).toEqual([isEarly ? 1 : 0, 'idle']);
  },
);

test.each(['here', 'behind the history cache'])(
  'a payment in doubt of which only another page learns that it was sent ends the summary that is open %s',
  async (where) => {
    const back = new EventTarget();
    if (where === 'here') shareStorage(page);
    else
      setPersistentEngine(page.localStorage as never, { addEventListener: onReturn(back), removeEventListener() {} });
    const { world, settleRequest, $paymentRequests, pay } = await open({ mineMs: 900_000 });
    await pay(1_000, ERROR);
    const next = await openTab(page, world, { isHeld: () => true });
    await next.pay(1);
    settleRequest($paymentRequests.get()[0]?.id ?? '', world.newHash());
    back.dispatchEvent(new Event('pageshow'));
    await run(1);
    expect([next.summaries.at(-1), next.$purchase.get().stage]).toEqual([{ doubts: 1, open: 0 }, 'idle']);
  },
);

test('another account in the wallet while a summary is open shows it again for that one, before the wallet is asked', async () => {
  const { wallet, pay, confirm, asks, $purchase } = await open({}, { isHeld: () => true });
  await pay(1);
  expect($purchase.get()).toMatchObject({ stage: 'summary', summary: { account: ACCOUNT } });
  wallet.useAccounts([SECOND]);
  await run(1_000);
  expect($purchase.get()).toMatchObject({ stage: 'summary', summary: { account: SECOND } });
  expect(asks()).toBe(0);
  await confirm(1_000);
  const asked = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction');
  expect(asked).toMatchObject([{ params: [{ from: SECOND }] }]);
});

test('a wallet that takes its account away while a summary is open is asked for nothing, and the end is named', async () => {
  const { wallet, pay, asks, toasts, $purchase } = await open({}, { isHeld: () => true });
  await pay(1);
  wallet.useAccounts([]);
  await run(5_000);
  expect($purchase.get().stage).toBe('idle');
  expect(asks()).toBe(0);
  expect(toasts.map(({ key }) => key)).toEqual(['walletDisconnected', 'noWalletConnected']);
});

test('a payment that another tab asked for during a summary, and of which only that tab learns that it was sent, ends it', async () => {
  const storage = shareStorage(page);
  const { pay, $purchase } = await open({}, { isHeld: () => true });
  await pay(1);
  const claims = { walletAddress: SECOND, chainId: 1, paymentMethod: 'ETH', paymentAmount: '0.02' };
  storage['synx_payment_request:1'] = JSON.stringify({ id: '1', claims, state: 'failed' });
  await run(1);
  expect($purchase.get().stage).toBe('summary');
  delete storage['synx_payment_request:1'];
  await run(1);
  expect($purchase.get().stage).toBe('idle');
});

test('a summary goes on when our API sees the payment that the card follows already', async () => {
  let isHeld = false;
  const options = { isBlind: true, apiLagMs: 9_000, mineMs: 60_000 };
  const { world, pay, resetPurchase, $purchase, $paymentRequests } = await open(options, { isHeld: () => isHeld });
  await pay(3_000, () => world.broadcast(VALUE).hash);
  resetPurchase();
  isHeld = true;
  await pay(1);
  expect($paymentRequests.get()).toMatchObject([{ state: 'named' }]);
  await run(40_000);
  expect([$paymentRequests.get().length, $purchase.get().stage]).toEqual([0, 'summary']);
});

test('a summary goes on when the visitor, here or in another tab, says of a hash in doubt that the wallet does not show it', async () => {
  shareStorage(page);
  let isHeld = false;
  const { world, pay, $purchase, settleRequest, $paymentRequests } = await open({}, { isHeld: () => isHeld });
  await pay(150_000, () => world.newHash());
  isHeld = true;
  await pay(1);
  const other = await openTab(page, world, { isHeld: () => true });
  await other.pay(1);
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  await run(30_000);
  expect([$purchase.get().stage, other.$purchase.get().stage]).toEqual(['summary', 'summary']);
});

test('a payment that was let go, and that the wallet names all the same, ends the summary of the tab that let it go', async () => {
  shareStorage(page);
  const { world, pay } = await open({ answerMs: 3_000, mineMs: 900_000 });
  // That tab posts the hash while this one compares it.
  await pay(4_000, () => world.broadcast(VALUE).hash);
  const next = await openTab(page, world, { isHeld: () => true });
  await next.pay(1);
  next.settleRequest(next.$paymentRequests.get()[0]?.id ?? '');
  await run(1);
  expect([next.summaries, next.$purchase.get().stage]).toEqual([[{ doubts: 1, open: 1 }], 'summary']);
  await run(5_000);
  expect(next.$purchase.get().stage).toBe('idle');
});

test('a payment that the wallet sent on another network is followed there', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  await pay(30_000, () => world.onOtherChain(0));
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent', 'purchaseSuccessful']);
  expect($paymentRequests.get()).toEqual([]);
});

test('a payment over a private relay is unknown until its block, and then followed', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isPrivate: true, mineMs: 300_000 });
  await pay(250_000, () => world.broadcast(VALUE).hash);
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent', 'transactionTimeout']);
  expect($paymentRequests.get()).toHaveLength(1);
  await run(400_000);
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  expect($paymentRequests.get()).toEqual([]);
});

test('a wallet that takes no second request keeps the first one looked for, and the second is let go', async () => {
  const { world, buy, pay, toasts, $paymentRequests, $purchase } = await open();
  await pay(125_000, never);
  world.wallet.set('eth_sendTransaction', new ProviderError(-32002, 'Request already pending'));
  await buy(PAYMENT);
  expect(toasts.at(-1)?.key).toBe('answerWallet');
  expect($purchase.get().stage).toBe('waiting');
  world.broadcast(VALUE);
  await run(120_000);
  expect(toasts.filter(({ key }) => key === 'paymentFound')).toHaveLength(1);
  expect($paymentRequests.get()).toEqual([]);
});

test('a tab that is closed between the record and the wallet’s request leaves a payment that is named', async () => {
  const { world, pay } = await open();
  world.wallet.set('eth_getTransactionCount', never);
  await pay(100);
  vi.clearAllTimers();
  const next = await openTab(page, world);
  await run(60_000);
  await next.pay(1, REFUSED);
  expect(next.summaries).toEqual([{ doubts: 1, open: 0 }]);
});

test.each(['account', 'network'])(
  'a wallet that changes its %s between a confirmation and the request is not asked, and nothing is in doubt',
  async (what) => {
    const { world, pay, asks, confirm, toasts, $paymentRequests } = await open({}, { isHeld: () => true });
    await pay(1);
    world.wallet.set('eth_blockNumber', slowly('0x64', 3_000));
    await confirm(1_000);
    Object.assign(world.wallet, what === 'network' ? { chainId: 56 } : { granted: [SECOND] });
    await run(3_000);
    const key = what === 'network' ? 'wrongNetwork' : 'noAccountFound';
    expect([asks(), toasts.at(-1)?.key, $paymentRequests.get()]).toEqual([0, key, []]);
  },
);

/** The wallet does not say on which chain it is from the page's last check before the request on, until it wakes. */
async function openSleepy(held?: HeldSummaries) {
  const opened = await open({}, held);
  const { wallet, world, $paymentRequests } = opened;
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  wallet.set('eth_chainId', async () => {
    if ($paymentRequests.get().some(({ recorded }) => recorded !== null)) await woken;
    return '0x1';
  });
  wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  return { ...opened, wake };
}

test('a wallet that falls asleep after the last check is not asked once it wakes, and nothing is in doubt', async () => {
  const { world, pay, asks, wake, wallet, toasts, $purchase, $paymentRequests } = await openSleepy();
  await pay(9_000);
  expect([toasts.at(-1)?.textKey, $purchase.get().stage, $paymentRequests.get()]).toEqual([
    ...['pay.ends.notAsked', 'idle'],
    [],
  ]);
  wallet.set('eth_chainId', '0x1');
  await pay(60_000);
  wake();
  await run(60_000);
  expect([asks(), world.sent.length, toasts.at(-1)?.key]).toEqual([1, 1, 'tokensCredited']);
});

test('a summary that grew old while the wallet was checked is shown again before the wallet is asked', async () => {
  let isHeld = true;
  const { wake, pay, asks, confirm, $purchase } = await openSleepy({ isHeld: () => isHeld });
  await pay(1_000);
  await confirm(1_000);
  // The computer sleeps, and stops the page's own time.
  vi.setSystemTime(Date.now() + 3_600_000);
  wake();
  await run(1_000);
  expect([asks(), $purchase.get().stage]).toEqual([0, 'summary']);
  isHeld = false;
  await confirm(5_000);
  expect(asks()).toBe(1);
});

test('a payment that the visitor lets go in another tab while the wallet is checked is not asked for', async () => {
  shareStorage(page);
  const { wake, pay, asks, world, toasts, $paymentRequests } = await openSleepy();
  await pay(1_000);
  const [own] = $paymentRequests.get();
  const tab = await openTab(page, world);
  tab.settleRequest(own?.id ?? '');
  wake();
  await run(3_000);
  expect([asks(), toasts.at(-1)?.textKey, $paymentRequests.get()]).toEqual([0, 'pay.ends.notAsked', []]);
});

test('a payment that another tab asks for while the wallet is checked is named before this one is asked for', async () => {
  shareStorage(page);
  const { wake, pay, asks, world, summaries } = await openSleepy();
  await pay(1_000);
  const tab = await openTab(page, world);
  await tab.pay(3_000, never);
  wake();
  await run(3_000);
  expect([asks(), summaries.map(({ doubts }) => doubts)]).toEqual([1, [0, 1]]);
});

test('a hash that is still being compared when its page ends is posted by the next one', async () => {
  const { world, pay } = await open({ isSmart: true, naming: 'operation', answerMs: 3_000, mineMs: 900_000 });
  await pay(5_000, () => world.broadcast(VALUE).named);
  const { named } = world.sent[0] ?? {};
  vi.clearAllTimers();
  const next = await openTab(page, world);
  await run(20_000);
  expect(next.$outbox.get()).toMatchObject([{ body: { transactionHash: named } }]);
});

test('a hash that another tab posts while it is compared is not one that took the nonce', async () => {
  const { world, pay, $paymentRequests } = await open({ isPrivate: true, answerMs: 3_000, mineMs: 900_000 });
  await pay(5_000, () => world.broadcast(VALUE).hash);
  const { rememberPayment } = await import('#src/purchase/outbox.ts');
  const transactionHash = world.sent[0]?.hash ?? '';
  rememberPayment({ walletAddress: world.wallet.granted[0] ?? '', transactionHash, chainId: 1 });
  await run(10_000);
  expect($paymentRequests.get()).toMatchObject([{ state: 'named', nonce: 5, hash: transactionHash }]);
});

test.each([
  ['before the press', [1]],
  ['while a summary is open', [0, 1]],
])(
  'a payment that another tab asks for %s is named even where tabs hear nothing of each other',
  async (when, doubts) => {
    hearOnlyWhenShown(page);
    const claims = { walletAddress: SECOND, chainId: 1, paymentMethod: 'ETH', paymentAmount: '0.02' };
    const store = () =>
      page.localStorage.setItem('synx_payment_request:1', JSON.stringify({ id: '1', claims, state: 'asked' }));
    const isHeld = () => {
      store();
      return false;
    };
    const { pay, summaries } = await open({}, { isHeld });
    if (when === 'before the press') store();
    await pay(1, REFUSED);
    expect(summaries.map((each) => each.doubts)).toEqual(doubts);
  },
);

test('a payment that a view of its own has followed is not taken for that of another view', async () => {
  keepIn(page.localStorage);
  const { world, pay, toasts, $paymentRequests } = await open({ isSmart: true });
  await pay(1_000, ERROR);
  const show = stubSight();
  show(false);
  const next = await openTab(page, world);
  await next.pay(60_000, () => world.broadcast(VALUE).hash);
  show(true);
  await run(60_000);
  expect(toasts.map(({ key }) => key)).toEqual(['transactionFailed']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a payment that another view has found does not count as another one that took its nonce', async () => {
  hearOnlyWhenShown(page);
  const { world, pay } = await open();
  await pay(3_000, world.sentBut(ERROR));
  const next = await openTab(page, world, { isHeld: () => true });
  await next.pay(40_000);
  expect([next.summaries, next.$purchase.get().stage]).toEqual([[{ doubts: 1, open: 0 }], 'idle']);
});

/** Views of a wallet's app that hear nothing of each other; each reads the storage when it is told to. */
function deafViews() {
  hearOnlyWhenShown(page);
  return stubSight();
}

test.each([
  ['another view', 'stays'],
  ['a page behind which this one lay in the history cache', 'goes'],
])(
  'a payment that waited in the wallet is not taken for one that %s has had credited meanwhile, and that %s there',
  async (_, end) => {
    const show = deafViews();
    const { world, payLater, toasts, $paymentRequests } = await open();
    const own = window;
    const first = await payLater(125_000);
    show(false);
    const next = await openTab(page, world);
    if (end === 'goes') next.settleRequest(next.$paymentRequests.get()[0]?.id ?? '');
    await next.pay(60_000, () => world.broadcast(VALUE).hash);
    expect(next.toasts.at(-1)?.key).toBe('tokensCredited');
    vi.stubGlobal('window', own);
    if (end === 'goes') own.dispatchEvent(new Event('pageshow'));
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
    first.fail(ERROR);
    show(true);
    await run(40_000);
    expect(toasts.map(({ key }) => key)).not.toContain('paymentFound');
    expect($paymentRequests.get()).toHaveLength(1);
  },
);

test('a payment of another view, found for one that still waits in the wallet, does not hide that one', async () => {
  deafViews();
  const { world, payLater, $paymentRequests } = await open();
  const own = window;
  const first = await payLater(125_000);
  const { id } = $paymentRequests.get()[0] ?? {};
  const next = await openTab(page, world);
  await next.pay(1_000, world.sentBut(ERROR));
  vi.stubGlobal('window', own);
  await run(60_000);
  Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
  first.fail(ERROR);
  await run(20_000);
  expect($paymentRequests.get()).toContainEqual(expect.objectContaining({ id, state: 'failed', nonce: null }));
});

test.each([500, 30_000])(
  'the hash of a credited payment of which nothing tells that it is one from before hides no other (%i ms)',
  async (ms) => {
    const { world, pay, payAgain, summaries } = await open({ isBlind: true, mineMs: 300_000 });
    page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
    await pay(ms, () => {
      world.broadcast(VALUE);
      return world.earlier().hash;
    });
    await payAgain(1, REFUSED);
    expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  },
);

test('a payment that a computer asks for after it slept is not forgotten while the wallet has it', async () => {
  const { world, pay, summaries } = await open({ mineMs: 300_000 });
  // The page's own time stood still for two days, and the visitor's clock with it.
  setServerClock(page, 2 * DAY);
  await pay(125_000, () => {
    world.broadcast(VALUE);
    return never();
  });
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
});

test('a stored payment of junk neither hides the others nor ends the page', async () => {
  const claims = { walletAddress: `0x${'1'.repeat(40)}`, chainId: 'x', paymentAmount: {}, paymentMethod: [] };
  const junk = ['', '{', 'null', '7', '[]', '{"claims":null}', JSON.stringify({ id: 1, claims })];
  junk.push(JSON.stringify({ id: 'a', claims, nonce: -1, state: 'sent', hash: 7, others: {}, askedAt: Date.now() }));
  for (const [at, text] of junk.entries()) page.localStorage.setItem(`synx_payment_request:${at}`, text);
  const { world, pay, toasts, $paymentRequests } = await open();
  expect($paymentRequests.get()).toHaveLength(1);
  await pay(60_000, () => world.broadcast(VALUE).hash);
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
});

test('a refusal that another error wraps is looked for like any answer', async () => {
  const { world, pay, toasts } = await open();
  await pay(60_000, () => {
    world.broadcast(VALUE);
    throw Object.assign(new ProviderError(-32603, 'Internal JSON-RPC error.'), {
      data: { originalError: { code: 4001 } },
    });
  });
  expect(toasts.map(({ key, textKey }) => [key, textKey])).not.toContainEqual(['transactionCancelled', null]);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('two accounts of one wallet: the payment of the first is named to the second', async () => {
  const { world, pay, summaries, $paymentRequests } = await open();
  await pay(125_000, never);
  world.wallet.useAccounts([SECOND]);
  await run(1_000);
  await pay(1);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  world.broadcast(VALUE);
  await run(60_000);
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each([
  ['refuses', REFUSED],
  ['reports an error for', ERROR],
  ['names no hash for', null],
])('a wallet that %s a payment which was found meanwhile is contradicted by nothing on the page', async (_, answer) => {
  const { world, payLater, toasts, $paymentRequests } = await open();
  const first = await payLater(1_000);
  world.broadcast(VALUE);
  await run(30_000);
  const told = toasts.map(({ key }) => key);
  expect(told[0]).toBe('paymentFound');
  if (answer instanceof Error) first.fail(answer);
  else first.name(answer);
  await run(1_000);
  expect(toasts.map(({ key }) => key).slice(told.length)).toEqual([]);
  expect($paymentRequests.get()).toEqual([]);
});

test('a payment that was dismissed, or cleared with the storage, while the wallet was asked is unknown again by its answer', async () => {
  const { pay, payLater, summaries, $paymentRequests, settleRequest } = await open();
  const first = await payLater(125_000);
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  first.fail(ERROR);
  await run(1);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
});

test('a page opens with a full storage and payments that another build has stored', async () => {
  const claims = { walletAddress: `0x${'1'.repeat(40)}`, chainId: 1 };
  const stored = JSON.stringify({ id: '1', claims, askedAt: Date.now(), ofLater: 1 });
  page.localStorage.setItem('synx_payment_request:1', stored);
  page.localStorage.setItem(`synx_payment:${'1'}`, JSON.stringify({ body: { ...claims, transactionHash: '1' } }));
  const { localStorage } = page;
  fillStorage(page, (key, value) => (localStorage.getItem(key)?.length ?? 0) < value.length);
  const { $paymentRequests, $outbox } = await open();
  expect([$paymentRequests.get().length, $outbox.get().length]).toEqual([1, 1]);
  expect(page.localStorage.getItem('synx_payment_request:1')).toBe(stored);
});

test.each([1_000, 4_000, 9_000])(
  'a payment that another tab moves on to what replaced it is told once (%i ms)',
  async (ms) => {
    shareStorage(page);
    const { world, pay, toasts } = await open({ mineMs: 60_000, blockMs: 750 });
    await pay(1_000, () => world.broadcast(VALUE).hash);
    const next = await openTab(page, world);
    await run(ms);
    Object.assign(world.broadcast(VALUE, world.sent[0]), { minedAt: world.now() + 3_000 });
    await run(120_000);
    for (const tab of [toasts, next.toasts]) expect(tab.filter(({ key }) => TOLD.includes(key))).toHaveLength(1);
  },
);

test('a payment that is credited is not called unknown for good where the storage was shut meanwhile', async () => {
  let isShut = false;
  const refuse = () => {
    if (isShut) throw new DOMException('shut', 'SecurityError');
    return false;
  };
  const store = new Proxy(page.localStorage as unknown as Record<string, string>, {
    set: (target, key, value) => refuse() || Reflect.set(target, key, value),
    deleteProperty: (target, key) => refuse() || Reflect.deleteProperty(target, key),
  });
  keepIn(store);
  const { world, pay, toasts, $paymentRequests, settleRequest } = await open();
  await pay(200_000, () => {
    isShut = true;
    return world.broadcast(VALUE).hash;
  });
  expect(toasts.map(({ key }) => key)).toContain('tokensCredited');
  for (const { id } of $paymentRequests.get()) settleRequest(id);
  expect($paymentRequests.get()).toEqual([]);
});

test('a summary that is open while another view pays, and is credited, is not sent without a word of that', async () => {
  const { world, pay, asks, confirm, $purchase } = await open({ blockMs: 750 }, { isHeld: () => true });
  await pay(1_000, () => world.broadcast(VALUE).hash);
  const own = window;
  const view = await openTab(page, world);
  await view.pay(30_000, () => world.broadcast(VALUE).hash);
  expect(view.toasts.at(-1)?.key).toBe('tokensCredited');
  vi.stubGlobal('window', own);
  await confirm(3_000);
  expect([asks(), $purchase.get().stage]).toEqual([0, 'idle']);
});

test('a payment that another device makes while a summary is open is named once, and then another one can follow', async () => {
  const { world, pay, asks, confirm, $purchase, toasts } = await open({}, { isHeld: () => true });
  const press = async (heldMs: number) => {
    await pay(heldMs, () => world.broadcast(VALUE).hash);
    await confirm(1_000);
    return [asks(), $purchase.get().stage];
  };
  world.broadcast(VALUE);
  expect(await press(10_000)).toEqual([0, 'idle']);
  expect(toasts.map(({ key }) => key)).toEqual(['paymentFound']);
  expect(await press(10_000)).toEqual([1, 'success']);
});

test('our records that hang since the press hold up the wallet’s window for four seconds at most', async () => {
  const { world, pay, asks, confirm } = await open({}, { isHeld: () => true });
  const records = page.answers.get('/api/track/wallet') as () => unknown;
  page.answers.set('/api/track/wallet', () => new Promise((resolve) => setTimeout(() => resolve(records()), 20_000)));
  await pay(1_000, () => world.broadcast(VALUE).hash);
  await confirm(4_100);
  expect(asks()).toBe(1);
});

/** Pays, and presses again: the summary, which names that payment as on its way, stays open. */
async function payOneMore(options: WorldOptions) {
  let isHeld = false;
  const opened = await open(options, { isHeld: () => isHeld });
  const { world, pay, payAgain, summaries } = opened;
  await pay(20_000, () => world.broadcast(VALUE).named);
  isHeld = true;
  await payAgain(1_000);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 1 });
  return opened;
}

test.each([100, 3_000, 9_000, 40_000])(
  'a payment that the summary names, and that is sped up meanwhile, is no other one %i ms after its block',
  async (ms) => {
    const { world, confirm, asks, toasts } = await payOneMore({ isPoolBlind: true, mineMs: 600_000 });
    Object.assign(world.broadcast(VALUE, world.sent[0]), { minedAt: world.now() + 2_000 });
    await run(2_000 + ms);
    await confirm(3_000);
    expect(asks()).toBe(2);
    await run(200_000);
    expect(toasts.filter(({ key }) => key === 'paymentFound')).toHaveLength(1);
  },
);

test.each(
  (['operation', 're-signed'] as const).flatMap((naming) => [100, 9_000, 40_000].map((ms) => [naming, ms] as const)),
)(
  'a payment that the summary names by an id of its own (%s) is no other one %i ms after its block',
  async (naming, ms) => {
    const { confirm, asks } = await payOneMore({ naming, isSmart: naming === 'operation', mineMs: 24_000 });
    await run(3_000 + ms);
    await confirm(3_000);
    expect(asks()).toBe(2);
  },
);

test('a summary ends once an earlier payment turns out to have gone elsewhere, and the card says so', async () => {
  let isHeld = false;
  const { world, pay, payAgain, answerSummary, $purchase, summaries } = await open(
    { mineMs: 20_000 },
    { isHeld: () => isHeld },
  );
  await pay(5_000, () => world.broadcast(VALUE, null, false).hash);
  isHeld = true;
  await payAgain(5_000);
  expect($purchase.get().stage).toBe('summary');
  await run(60_000);
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: { astray: true } });
  answerSummary({ termsVersion: null });
  await pay(10_000);
  expect(summaries).toHaveLength(2);
  expect(world.sent).toHaveLength(1);
});

test.each([
  ['after the payment', false],
  ['before the payment', true],
])(
  'the panel ends telling of a transaction for another site, sent %s, once the payment itself is found',
  async (_, isFirst) => {
    const { world, pay, toasts, $purchase } = await open();
    await pay(40_000, () => {
      const send = () => Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 90_000 });
      if (!isFirst) send();
      const { hash } = world.broadcast(1n, null, false);
      if (isFirst) send();
      return hash;
    });
    expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: { astray: true } });
    await run(200_000);
    expect(toasts.slice(-2).map(({ key }) => key)).toEqual(['paymentFound', 'tokensCredited']);
    expect($purchase.get().tracked?.astray).not.toBe(true);
  },
);

test.each([
  ['after a reload', 'nothing'],
  ['after a reload', 'the payment'],
  ['in another tab', 'nothing'],
  ['in another tab', 'the payment'],
])(
  '%s, too, the button is off while the panel tells of a payment to another address, and %s is found',
  async (where, sent) => {
    shareStorage(page);
    const { world, pay } = await open({ mineMs: 20_000 });
    await pay(5_000, () => {
      const { hash } = world.broadcast(1n, null, false);
      if (sent !== 'nothing') Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 90_000 });
      return hash;
    });
    if (where === 'after a reload') await endPage();
    const { $purchase, toasts } = await openTab(page, world);
    await run(60_000);
    expect($purchase.get().tracked).toMatchObject({ hash: world.sent[0]?.hash, astray: true });
    await run(200_000);
    expect(toasts.some(({ key }) => key === 'tokensCredited')).toBe(sent !== 'nothing');
    expect($purchase.get().tracked?.astray === true).toBe(sent === 'nothing');
  },
);

test.each([10_000, 15_000, 20_000, 25_000, 60_000])(
  'of two tabs both end telling of a transaction for another site once either finds the payment, in a block after %i ms',
  async (ms) => {
    shareStorage(page);
    const { world, pay, $purchase, toasts } = await open({ mineMs: 20_000 });
    await pay(5_000, () => {
      const { hash } = world.broadcast(1n, null, false);
      Object.assign(world.broadcast(VALUE), { minedAt: world.now() + ms });
      return hash;
    });
    const tab = await openTab(page, world);
    await run(200_000);
    for (const { get } of [$purchase, tab.$purchase]) expect(get().tracked?.astray).not.toBe(true);
    expect(toasts.slice(-2).map(({ key }) => key)).toEqual(['paymentFound', 'tokensCredited']);
    expect(tab.toasts.at(-1)?.key).toBe('tokensCredited');
  },
);

test('what our API answers of a stray hash after another tab has found the payment is not told', async () => {
  shareStorage(page);
  const { world, pay } = await open({ postMs: 3_000 });
  await pay(100, () => {
    world.broadcast(VALUE);
    return world.broadcast(1n, null, false).hash;
  });
  const { toasts } = await openTab(page, world);
  await run(200_000);
  const keys = toasts.map(({ key }) => key);
  expect(keys.slice(keys.indexOf('paymentFound') + 1)).toEqual(['tokensCredited']);
});

test.each([500, 1_500])(
  'a hash that another tab posts while its own page compares it, for %i ms at the wallet’s node, is no earlier one',
  async (answerMs) => {
    shareStorage(page);
    const { world, pay, toasts, $paymentRequests } = await open({ answerMs, walletLagMs: 1_000, mineMs: 4_000 });
    await pay(answerMs + 10, () => world.broadcast(VALUE).hash);
    await openTab(page, world);
    await run(60_000);
    expect(toasts.map(({ key }) => key)).not.toContain('transactionError');
    expect(toasts.at(-1)?.key).toBe('tokensCredited');
    expect($paymentRequests.get()).toEqual([]);
  },
);

test.each([
  ['nothing', 15_000],
  ['another site', 15_000],
  ['another site', 150_000],
  ['somebody else', 15_000],
] as const)(
  'a hash of %s that the wallet names %i ms late, after its payment was found, leaves nothing in doubt',
  async (whose, ms) => {
    const { world, pay, toasts, $paymentRequests, $purchase } = await open({ mineMs: 3_000 });
    await pay(ms + 100, async () => {
      world.broadcast(VALUE);
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (whose === 'somebody else') return world.foreign();
      if (whose === 'nothing') return world.newHash();
      return Object.assign(world.broadcast(1n, null, false), { minedAt: world.now() + 12_000 }).hash;
    });
    await run(600_000);
    expect(toasts.map(({ key }) => key)).toContain('tokensCredited');
    expect(toasts.map(({ key }) => key)).not.toContain('transactionTimeout');
    expect($paymentRequests.get()).toEqual([]);
    expect($purchase.get().tracked?.astray).not.toBe(true);
  },
);
