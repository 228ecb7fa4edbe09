import { expect, test, vi } from 'vitest';
import { ACCOUNT } from '#tests/unit/stores/fake-wallet.ts';
import { fillStorage, pageForEach, setServerClock, shareStorage, stubSight } from '#tests/unit/stores/stub-page.ts';
import { ERROR, openTab, openWorld, REFUSED, run, VALUE, type WorldOptions } from './support/payment-world.ts';

// An unknown payment must not end, or be called what it is not, by evidence that is old, partial or of another payment.

const DAY = 86_400_000;

const page = pageForEach();

const open = (options?: WorldOptions) => openWorld(page, options);

type Told = readonly { readonly key: string; readonly textKey: string | null }[];

/** Whether one of the messages is "Nothing was sent". */
function saysNothing(toasts: Told): boolean {
  return toasts.some(({ key, textKey }) => key === 'transactionCancelled' && textKey === null);
}

/** Pays once, closes the panel, and pays again with a wallet that sends the payment and throws `answer`. */
async function payTwice(
  { world, pay, payAgain }: Pick<Awaited<ReturnType<typeof open>>, 'world' | 'pay' | 'payAgain'>,
  answer: Error,
  secondMs: number,
) {
  await pay(15_000, () => world.broadcast(VALUE).hash);
  await payAgain(1, () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + secondMs });
    throw answer;
  });
}

test.each([
  ['knows its hash', false],
  ['does not know its hash', true],
])('a payment before, of which the wallet’s node shows no nonce but %s, ends no second one', async (_, isPrivate) => {
  const { toasts, $paymentRequests, summaries, ...opened } = await open({ mineMs: 45_000 });
  const { world } = opened;
  const { wallet } = world;
  const mined = () => world.sent.filter(({ minedAt }) => minedAt <= world.now());
  wallet.set('eth_getTransactionCount', () => `0x${(5 + mined().length).toString(16)}`);
  wallet.set('eth_getTransactionByHash', (named: string) => {
    const found = (isPrivate ? mined() : world.sent).find(({ hash }) => hash === named);
    return found === undefined ? null : { hash: named, from: ACCOUNT, nonce: `0x${found.nonce}` };
  });
  await payTwice(opened, ERROR, 300_000);
  await run(120_000);
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  await opened.pay(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  await run(300_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
  expect($paymentRequests.get().filter(({ state }) => state === 'failed')).toEqual([]);
});

test('“nothing was sent” is not said by a node that does not show the payment before', async () => {
  const { toasts, ...opened } = await open({ mineMs: 60_000 });
  opened.world.wallet.set('eth_getTransactionCount', '0x5');
  await payTwice(opened, REFUSED, 60_000);
  await run(30_000);
  expect(saysNothing(toasts)).toBe(false);
});

test('a server’s clock that jumps does not shorten the check of a refusal', async () => {
  const { world, pay, toasts } = await open({ walletLagMs: 6_000, apiLagMs: 9_000 });
  await pay(60_000, () => {
    world.broadcast(VALUE);
    setServerClock(page, 60_000);
    throw REFUSED;
  });
  expect(saysNothing(toasts)).toBe(false);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('a nonce that was read at once does not agree with records that came later', async () => {
  const { world, payLater, toasts } = await open({ walletLagMs: 3_000, mineMs: 45_000 });
  const records = page.answers.get('/api/track/wallet') as () => unknown;
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(records()), 12_000));
  page.answers.set('/api/track/wallet', slowly);
  const first = await payLater(13_000);
  world.broadcast(VALUE);
  first.fail(REFUSED);
  await run(45_000);
  expect(saysNothing(toasts)).toBe(false);
});

test.each(['of another amount', 'on another network'])(
  '“nothing was sent” is not said while our records show a new payment %s',
  async (what) => {
    const { world, pay, toasts, $paymentRequests } = await open({ walletLagMs: DAY });
    await pay(60_000, () => {
      if (what === 'of another amount') world.broadcast(VALUE - 1n);
      else world.onOtherChain(-2_000);
      throw REFUSED;
    });
    expect(saysNothing(toasts)).toBe(false);
    expect($paymentRequests.get()).toHaveLength(1);
  },
);

test.each(['before', 'after'])(
  '“nothing was sent” is not said of a refused payment while one that was sent %s it is open',
  async (when) => {
    const { world, pay, toasts, $paymentRequests } = await open({ isPrivate: true, mineMs: 60_000 });
    if (when === 'before') await pay(5_000, world.sentBut(ERROR));
    await pay(6_000, REFUSED);
    if (when === 'after') await pay(1, () => world.broadcast(VALUE).hash);
    await run(40_000);
    expect(saysNothing(toasts)).toBe(false);
    expect($paymentRequests.get().some(({ state }) => state === 'refused')).toBe(false);
  },
);

test('what is noted of other payments does not put off the next look', async () => {
  const { world, pay, toasts } = await open();
  const { excludeHash } = await import('#src/purchase/payment-requests.ts');
  await pay(100, world.sentBut(ERROR));
  for (let second = 0; second < 60; second += 1) {
    excludeHash(world.newHash());
    await run(1_000);
  }
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('a hash whose payment a full storage did not take is posted and named after a reload', async () => {
  const { world, pay } = await open({ mineMs: 400_000, apiLagMs: 30_000 });
  fillStorage(page, (key) => key.startsWith('synx_payment:'));
  await pay(100, () => world.broadcast(VALUE).hash);
  vi.clearAllTimers();
  const next = await openTab(page, world);
  await run(60_000);
  await next.pay(1, REFUSED);
  expect(next.summaries).toEqual([{ doubts: 0, open: 1 }]);
  await run(600_000);
  expect(next.toasts.map(({ key }) => key)).toContain('tokensCredited');
});

test('a payment that was sped up is not unknown under its first hash after a reload', async () => {
  const { world, pay } = await open({ isBlind: true, mineMs: 60_000, apiLagMs: 3_000 });
  world.wallet.set('eth_sendTransaction', () => {
    const sent = world.broadcast(VALUE);
    world.broadcast(VALUE, sent);
    return sent.hash;
  });
  const answer = page.answers.get('/api/presale/purchase') as (body: unknown) => unknown;
  await pay(4_000);
  page.answers.set('/api/presale/purchase', (body: unknown) => {
    const { transactionHash } = body as { readonly transactionHash: string };
    if (transactionHash !== world.sent[0]?.hash) throw new TypeError('Failed to fetch');
    return answer(body);
  });
  await run(9_000);
  page.answers.set('/api/presale/purchase', answer);
  const next = await openTab(page, world);
  expect(next.$outbox.get()).toMatchObject([{ replaces: world.sent[0]?.hash }]);
  await run(300_000);
  expect(next.$paymentRequests.get()).toEqual([]);
});

test('an answer that comes after more than a day is looked for like any other', async () => {
  const { world, payLater, toasts, $paymentRequests } = await open({ mineMs: 100_000 });
  const first = await payLater(DAY + 120_000);
  expect($paymentRequests.get()).toHaveLength(1);
  world.broadcast(VALUE);
  first.fail(ERROR);
  await run(30_000);
  expect($paymentRequests.get()).toHaveLength(1);
  await run(200_000);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test.each([
  ['reports an error', ERROR],
  ['refuses', REFUSED],
])('a payment that another tab has found is not unknown again once the wallet %s', async (_, answer) => {
  const storage = shareStorage(page);
  const { world, payLater, toasts, $paymentRequests, $purchase } = await open({ isBlind: true });
  const first = await payLater(1_000);
  // Behind the wallet's window this page looks for nothing.
  vi.stubGlobal('document', { hidden: true, documentElement: { lang: 'en' }, addEventListener() {} });
  const [asked] = $paymentRequests.get();
  const { hash } = world.broadcast(VALUE);
  await run(10_000);
  delete storage[`synx_payment_request:${asked?.id}`];
  const body = { ...asked?.claims, transactionHash: hash };
  storage[`synx_payment:${hash}`] = JSON.stringify({ body, storedAt: Date.now(), request: asked?.id });
  await run(1);
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  first.fail(answer);
  await run(100_000);
  expect(toasts.map(({ key }) => key)).toEqual(['paymentFound']);
  expect($paymentRequests.get()).toEqual([]);
});

test('a page that was hidden looks once more before it says that nobody knows a hash', async () => {
  const show = stubSight();
  const { world, pay, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 300_000 });
  await pay(200_000, () => {
    show(false);
    return world.broadcast(VALUE).hash;
  });
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent']);
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
});

test('a payment of which a computer that slept for days hears late is looked for', async () => {
  const { world, pay, payLater, summaries } = await open({ mineMs: 60_000 });
  const asked = await payLater(1_000);
  setServerClock(page, 2 * DAY);
  world.broadcast(VALUE);
  asked.fail(ERROR);
  await run(5_000);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a payment kept by an older page without its chain has a nonce that the next one comes after', async () => {
  const first = await open({ mineMs: 45_000 });
  const { world } = first;
  const { hash } = world.broadcast(VALUE);
  const body = { walletAddress: ACCOUNT, transactionHash: hash };
  page.localStorage.setItem(`synx_payment:${hash}`, JSON.stringify({ body, storedAt: 1 }));
  vi.clearAllTimers();
  const { pay, wallet, summaries } = await openTab(page, world);
  // A node without a mempool.
  const mined = () => world.sent.filter(({ minedAt }) => minedAt <= world.now());
  wallet.set('eth_getTransactionCount', () => `0x${(5 + mined().length).toString(16)}`);
  await pay(120_000, () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
    throw ERROR;
  });
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a hidden page whose API hangs does not say that nobody knows what the wallet’s node shows', async () => {
  const show = stubSight();
  const { world, pay, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 300_000 });
  await pay(200_000, () => {
    show(false);
    // As long as a request to our API may take.
    const hang = () => new Promise((_, fail) => setTimeout(fail, 20_000, new TypeError('Failed to fetch')));
    for (const path of ['/api/track/wallet', '/api/presale/purchase']) page.answers.set(path, hang);
    return world.broadcast(VALUE).hash;
  });
  expect(toasts.map(({ textKey }) => textKey)).not.toContain('pay.ends.unseen');
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
});

test('a summary of ten minutes ago is not sent because the visitor’s clock was set back meanwhile', async () => {
  const { world, pay, confirm, asks, $purchase } = await openWorld(page, {}, { isHeld: () => true });
  await pay(1_000, () => world.broadcast(VALUE).hash);
  vi.setSystemTime(Date.now() - 3_600_000);
  await run(600_000);
  await confirm(1_000);
  expect([asks(), $purchase.get().stage]).toEqual([0, 'summary']);
});

test('while our API is down, a hash that the wallet’s node has in a block is not said to be known to no network', async () => {
  const { world, pay, toasts } = await open({ mineMs: 20_000 });
  await pay(60_000, ERROR);
  world.isDown = true;
  await pay(150_000, () => world.broadcast(VALUE).hash);
  expect(toasts.map(({ textKey }) => textKey)).not.toContain('pay.ends.unseen');
});

test('a payment is not superseded by what a node, behind the answer for the next one, shows of nonces', async () => {
  shareStorage(page);
  const options = { walletLagMs: 6_000, apiLagMs: 2_000, blockMs: 750, mineMs: 300_000, postMs: 3_000 };
  const { world, pay } = await open(options);
  await pay(300_000, () => {
    world.broadcast(VALUE);
    return world.newHash();
  });
  const next = await openTab(page, world);
  // Names the first payment for the second one.
  await next.pay(120_000, () => {
    world.broadcast(VALUE);
    return world.sent[0]?.hash;
  });
  await next.payAgain(1, REFUSED);
  expect(world.sent).toHaveLength(2);
  expect(next.summaries).toMatchObject([{ doubts: 1 }, { doubts: 1 }]);
});
