import { setPersistentEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT } from '#tests/unit/stores/fake-wallet.ts';
import { leavePage, type StubPage, shareStorage, stubPage } from '#tests/unit/stores/stub-page.ts';
import {
  ERROR,
  later,
  openTab,
  openWorld,
  PAYMENT,
  REFUSED,
  run,
  VALUE,
  type WorldOptions,
} from './support/payment-world.ts';

// An unknown payment must not end, or be called what it is not, by evidence that is old, partial or of another payment.

const DAY = 86_400_000;

let page: StubPage;
beforeEach(() => {
  page = stubPage();
});
afterEach(leavePage);

const open = (options?: WorldOptions) => openWorld(page, options);

type Told = readonly { readonly key: string; readonly textKey: string | null }[];

/** Whether one of the messages is "Nothing was sent". */
function saysNothing(toasts: Told): boolean {
  return toasts.some(({ key, textKey }) => key === 'transactionCancelled' && textKey === null);
}

/** Pays once, closes the panel, and pays again with a wallet that sends the payment and throws `answer`. */
async function payTwice(
  { world, buy }: Pick<Awaited<ReturnType<typeof open>>, 'world' | 'buy'>,
  answer: Error,
  secondMs: number,
) {
  world.wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  void buy(PAYMENT);
  await run(15_000);
  const { resetPurchase } = await import('#src/purchase/purchase.ts');
  resetPurchase();
  world.wallet.set('eth_sendTransaction', () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + secondMs });
    throw answer;
  });
  void buy(PAYMENT);
  await run(1);
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
  wallet.set('eth_sendTransaction', REFUSED);
  void opened.buy(PAYMENT);
  await run(1);
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
  const { world, buy, toasts } = await open({ walletLagMs: 6_000, apiLagMs: 9_000 });
  world.wallet.set('eth_sendTransaction', () => {
    world.broadcast(VALUE);
    const answer = page.fetch.getMockImplementation() as (url: string, init?: RequestInit) => Promise<Response>;
    page.fetch.mockImplementation(async (url, init) => {
      const { headers } = await answer(url, init);
      const said = await answer(url, init);
      said.headers.set('Date', new Date(Date.parse(headers.get('Date') ?? '') + 60_000).toUTCString());
      return said;
    });
    throw REFUSED;
  });
  void buy(PAYMENT);
  await run(60_000);
  expect(saysNothing(toasts)).toBe(false);
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('a nonce that was read at once does not agree with records that came later', async () => {
  const { world, buy, toasts } = await open({ walletLagMs: 3_000, mineMs: 45_000 });
  const records = page.answers.get('/api/track/wallet') as () => unknown;
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(records()), 12_000));
  page.answers.set('/api/track/wallet', slowly);
  const first = later();
  world.wallet.set('eth_sendTransaction', first.answer);
  void buy(PAYMENT);
  await run(13_000);
  world.broadcast(VALUE);
  first.fail(REFUSED);
  await run(45_000);
  expect(saysNothing(toasts)).toBe(false);
});

test.each(['of another amount', 'on another network'])(
  '“nothing was sent” is not said while our records show a new payment %s',
  async (what) => {
    const { world, buy, toasts, $paymentRequests } = await open({ walletLagMs: DAY });
    world.wallet.set('eth_sendTransaction', () => {
      if (what === 'of another amount') world.broadcast(VALUE - 1n);
      else world.onOtherChain(-2_000);
      throw REFUSED;
    });
    await buy(PAYMENT);
    await run(60_000);
    expect(saysNothing(toasts)).toBe(false);
    expect($paymentRequests.get()).toHaveLength(1);
  },
);

test.each(['before', 'after'])(
  '“nothing was sent” is not said of a refused payment while one that was sent %s it is open',
  async (when) => {
    const { world, pay, toasts, $paymentRequests } = await open({ isPrivate: true, mineMs: 60_000 });
    if (when === 'before')
      await pay(5_000, () => {
        world.broadcast(VALUE);
        throw ERROR;
      });
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
  await pay(100, () => {
    world.broadcast(VALUE);
    throw ERROR;
  });
  for (let second = 0; second < 60; second += 1) {
    excludeHash(world.newHash());
    await run(1_000);
  }
  expect(toasts.map(({ key }) => key)).toContain('paymentFound');
});

test('a hash whose payment a full storage did not take is posted and named after a reload', async () => {
  const { world, buy } = await open({ mineMs: 400_000, apiLagMs: 30_000 });
  const refuse = (target: Record<string, string>, key: string, value: string) => {
    if (key.startsWith('synx_payment:')) throw new DOMException('full', 'QuotaExceededError');
    target[key] = value;
    return true;
  };
  const full = new Proxy(page.localStorage as unknown as Record<string, string>, { set: refuse });
  setPersistentEngine(full, { addEventListener() {}, removeEventListener() {} });
  world.wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  void buy(PAYMENT);
  await run(100);
  vi.clearAllTimers();
  const next = await openTab(page, world);
  await run(60_000);
  next.wallet.set('eth_sendTransaction', REFUSED);
  void next.buy(PAYMENT);
  await run(1);
  expect(next.summaries).toEqual([{ doubts: 0, open: 1 }]);
  await run(600_000);
  expect(next.toasts.map(({ key }) => key)).toContain('tokensCredited');
});

test('a payment that was sped up is not unknown under its first hash after a reload', async () => {
  const { world, buy } = await open({ isBlind: true, mineMs: 60_000, apiLagMs: 3_000 });
  world.wallet.set('eth_sendTransaction', () => {
    const sent = world.broadcast(VALUE);
    world.broadcast(VALUE, sent);
    return sent.hash;
  });
  const answer = page.answers.get('/api/presale/purchase') as (body: unknown) => unknown;
  void buy(PAYMENT);
  await run(4_000);
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
  const { world, buy, toasts, $paymentRequests } = await open({ mineMs: 100_000 });
  const first = later();
  world.wallet.set('eth_sendTransaction', first.answer);
  void buy(PAYMENT);
  await run(DAY + 120_000);
  expect($paymentRequests.get()).toEqual([]);
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
  const { world, buy, toasts, $paymentRequests, $purchase } = await open({ isBlind: true });
  const first = later();
  world.wallet.set('eth_sendTransaction', first.answer);
  void buy(PAYMENT);
  await run(1_000);
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
  const document = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } });
  vi.stubGlobal('document', document);
  const { world, buy, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 300_000 });
  world.wallet.set('eth_sendTransaction', () => {
    document.hidden = true;
    return world.broadcast(VALUE).hash;
  });
  void buy(PAYMENT);
  await run(200_000);
  expect(toasts.map(({ key }) => key)).toEqual(['transactionSent']);
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
});

test('an answer is dated anew once a computer that slept for days knows the time', async () => {
  const { world, buy, summaries } = await open({ mineMs: 60_000 });
  const asked = later();
  world.wallet.set('eth_sendTransaction', asked.answer);
  void buy(PAYMENT);
  await run(1_000);
  const answer = page.fetch.getMockImplementation() as (url: string, init?: RequestInit) => Promise<Response>;
  page.fetch.mockImplementation(async (url, init) => {
    const said = await answer(url, init);
    said.headers.set('Date', new Date(Date.parse(said.headers.get('Date') ?? '') + 2 * DAY).toUTCString());
    return said;
  });
  world.broadcast(VALUE);
  asked.fail(ERROR);
  await run(5_000);
  world.wallet.set('eth_sendTransaction', REFUSED);
  void buy(PAYMENT);
  await run(1);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a payment kept by an older page without its chain has a nonce that the next one comes after', async () => {
  const first = await open({ mineMs: 45_000 });
  const { world } = first;
  const { hash } = world.broadcast(VALUE);
  const body = { walletAddress: ACCOUNT, transactionHash: hash };
  page.localStorage.setItem(`synx_payment:${hash}`, JSON.stringify({ body, storedAt: 1 }));
  vi.clearAllTimers();
  const { buy, wallet, summaries } = await openTab(page, world);
  // A node without a mempool.
  const mined = () => world.sent.filter(({ minedAt }) => minedAt <= world.now());
  wallet.set('eth_getTransactionCount', () => `0x${(5 + mined().length).toString(16)}`);
  wallet.set('eth_sendTransaction', () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
    throw ERROR;
  });
  void buy(PAYMENT);
  await run(120_000);
  wallet.set('eth_sendTransaction', REFUSED);
  void buy(PAYMENT);
  await run(1);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a hidden page whose API hangs does not say that nobody knows what the wallet’s node shows', async () => {
  const sight = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } });
  vi.stubGlobal('document', sight);
  const { world, buy, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 300_000 });
  world.wallet.set('eth_sendTransaction', () => {
    sight.hidden = true;
    // As long as a request to our API may take.
    const hang = () => new Promise((_, fail) => setTimeout(fail, 20_000, new TypeError('Failed to fetch')));
    for (const path of ['/api/track/wallet', '/api/presale/purchase']) page.answers.set(path, hang);
    return world.broadcast(VALUE).hash;
  });
  void buy(PAYMENT);
  await run(200_000);
  expect(toasts.map(({ textKey }) => textKey)).not.toContain('pay.ends.unseen');
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
});

test('a summary of ten minutes ago is not sent because the visitor’s clock was set back meanwhile', async () => {
  const { world, buy, answerSummary, $purchase } = await openWorld(page, {}, { isHeld: () => true });
  let asked = 0;
  world.wallet.set('eth_sendTransaction', () => {
    asked += 1;
    return world.broadcast(VALUE).hash;
  });
  void buy(PAYMENT);
  await run(1_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  await run(600_000);
  answerSummary({ termsVersion: null });
  await run(1_000);
  expect([asked, $purchase.get().stage]).toEqual([0, 'summary']);
});

test('while our API is down, a hash that the wallet’s node has in a block is not said to be known to no network', async () => {
  const { world, buy, toasts } = await open({ mineMs: 20_000 });
  world.wallet.set('eth_sendTransaction', ERROR);
  void buy(PAYMENT);
  await run(60_000);
  world.isDown = true;
  world.wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  void buy(PAYMENT);
  await run(150_000);
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
  const { buy, wallet, summaries } = await openTab(page, world);
  // Names the first payment for the second one.
  wallet.set('eth_sendTransaction', () => {
    world.broadcast(VALUE);
    return world.sent[0]?.hash;
  });
  void buy(PAYMENT);
  await run(120_000);
  const { resetPurchase } = await import('#src/purchase/purchase.ts');
  resetPurchase();
  wallet.set('eth_sendTransaction', REFUSED);
  void buy(PAYMENT);
  await run(1);
  expect(world.sent).toHaveLength(2);
  expect(summaries).toMatchObject([{ doubts: 1 }, { doubts: 1 }]);
});
