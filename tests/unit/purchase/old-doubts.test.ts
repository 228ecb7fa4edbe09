import { expect, test, vi } from 'vitest';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { TrackWallet } from '#src/contract/track.ts';
import { ACCOUNT } from '#tests/unit/stores/fake-wallet.ts';
import { endPage, PRESALE, pageForEach, shareStorage } from '#tests/unit/stores/stub-page.ts';
import { ERROR, openTab, openWorld, REFUSED, run, VALUE, type WorldOptions } from './support/payment-world.ts';

// A payment can be mined long after its question: it is in doubt until a fact or the visitor ends that.

const DAY = 86_400_000;

const page = pageForEach();

const open = (options?: WorldOptions) => openWorld(page, options);

const keysOf = (toasts: readonly { readonly key: string }[]) => toasts.map(({ key }) => key);

/** How often our records are read from now on. */
function readings(): () => number {
  const records = page.answers.get('/api/track/wallet') as () => unknown;
  let count = 0;
  page.answers.set('/api/track/wallet', () => {
    count += 1;
    return records();
  });
  return () => count;
}

test.each([false, true])('a payment that comes into a block after three days is found (blind: %s)', async (isBlind) => {
  const { world, pay, toasts } = await open({ isBlind, mineMs: 3 * DAY });
  await pay(3 * DAY - 1_000, world.sentBut(ERROR));
  expect(keysOf(toasts)).toEqual(['transactionFailed']);
  await run(1_200_000);
  expect(keysOf(toasts)).toContain('paymentFound');
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
});

test('a payment that nobody knows is named by a summary after a week and a reload, until the visitor lets it go', async () => {
  const { world, pay } = await open();
  await pay(1_000, ERROR);
  await endPage();
  await run(7 * DAY);
  const next = await openTab(page, world);
  await run(600_000);
  await next.pay(1_000, REFUSED);
  expect(next.summaries).toEqual([{ doubts: 1, open: 0 }]);
  const { settleRequest, $paymentRequests } = next;
  for (const { id } of $paymentRequests.get()) settleRequest(id);
  await run(60_000);
  expect($paymentRequests.get()).toEqual([]);
});

test('a page looks every half minute for a day, and every ten minutes from then on', async () => {
  const { pay, $paymentRequests } = await open();
  const count = readings();
  await pay(DAY, ERROR);
  const first = count();
  expect(first).toBeGreaterThan(2_800);
  await run(DAY);
  expect(count() - first).toBeLessThan(160);
  expect(count() - first).toBeGreaterThan(120);
  expect($paymentRequests.get()).toHaveLength(1);
  const second = count();
  await pay(60_000, ERROR);
  expect(count() - second).toBeGreaterThan(4);
});

test('of many payments in doubt each is looked for', async () => {
  const { world, wallet } = await open();
  vi.clearAllTimers();
  const claims = { walletAddress: ACCOUNT, chainId: 1, paymentMethod: 'ETH', paymentAmount: '0.02' };
  for (let each = 0; each < 25; each += 1) {
    const request = { id: `old-${each}`, claims, nonce: each === 12 ? 5 : 100 + each, block: 1, askedAt: 1_000 + each };
    const answered = { state: 'failed', answeredAt: 2_000, hash: null, recorded: [], others: [world.earlier().hash] };
    page.localStorage.setItem(`synx_payment_request:old-${each}`, JSON.stringify({ ...request, ...answered }));
  }
  world.read(wallet);
  world.broadcast(VALUE);
  const next = await openTab(page, world);
  await run(3_600_000);
  expect(keysOf(next.toasts)).toContain('paymentFound');
  expect(next.$paymentRequests.get()).toHaveLength(24);
});

/** Has the API give up each hash that is posted, as after a day. */
function giveUp(): void {
  const answer = page.answers.get('/api/presale/purchase') as (body: unknown) => Promise<PurchaseResponse>;
  page.answers.set('/api/presale/purchase', async (body: unknown) => {
    const its = await answer(body);
    const isOpen = its.status === 'processing' || its.status === 'waiting-signers';
    return isOpen && its.paymentMethod === null ? { ...its, status: 'expired' } : its;
  });
  const records = page.answers.get('/api/track/wallet') as () => Promise<TrackWallet>;
  page.answers.set('/api/track/wallet', async () => {
    const its = await records();
    const isOpen = ({ block, status }: PaymentView) => block === null && status !== 'replaced';
    const payments = its.payments.map((each) => (isOpen(each) ? { ...each, status: 'expired' } : each));
    return { ...its, payments };
  });
}

test.each([
  ['an operation of a contract account', { isSmart: true, naming: 'operation' }],
  ['a Safe’s hash', { isSmart: true, naming: 'safe' }],
] as const)('%s that our API has given up is in doubt, and found once it is in a block', async (_, options) => {
  const { world, pay, toasts, $paymentRequests, $purchase } = await open({ ...options, mineMs: 3 * DAY });
  await pay(60_000, () => world.broadcast(VALUE).named);
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
  await run(DAY);
  giveUp();
  await run(700_000);
  expect($paymentRequests.get()).toMatchObject([{ state: 'unseen' }]);
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  expect(keysOf(toasts).filter((key) => key === 'transactionTimeout')).toHaveLength(1);
  await endPage();
  const next = await openTab(page, world);
  await run(60_000);
  expect(next.$paymentRequests.get()).toMatchObject([{ state: 'unseen' }]);
  expect(next.toasts).toEqual([]);
  await run(2 * DAY + 600_000);
  expect(keysOf(next.toasts)).toContain('tokensCredited');
  expect(next.$paymentRequests.get()).toEqual([]);
});

test('a hash that our API has given up, and that the wallet’s node still shows, is followed as before', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 3 * DAY });
  await pay(DAY, () => world.broadcast(VALUE).hash);
  giveUp();
  await run(2 * DAY - 60_000);
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
  expect(keysOf(toasts)).toEqual(['transactionSent', 'tokensProcessing']);
  await run(1_200_000);
  expect(toasts.at(-1)?.key).toBe('tokensCredited');
  expect($paymentRequests.get()).toEqual([]);
});

test('a hash in doubt that comes into a block after two days is in doubt no more once its credit is told', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  const hash = world.newHash();
  await pay(DAY, hash);
  giveUp();
  await run(DAY + 777_000);
  Object.assign(world.broadcast(VALUE), { hash, named: hash });
  for (let look = 0; look < 700 && !keysOf(toasts).includes('tokensCredited'); look += 1) await run(1_000);
  await run(1_000);
  expect(keysOf(toasts)).toEqual(['transactionSent', 'transactionTimeout', 'tokensCredited']);
  expect($paymentRequests.get()).toEqual([]);
});

test('a press looks at once: an old payment that our records have by then is paid no second time', async () => {
  const { world, pay, toasts, summaries, asks } = await open({ mineMs: 30 * DAY });
  await pay(2 * DAY, world.sentBut(ERROR));
  const count = readings();
  while (count() === 0) await run(1_000);
  const [first = null] = world.sent;
  Object.assign(world.broadcast(VALUE, first), { minedAt: world.now() + 6_000 });
  await run(90_000);
  await pay(30_000, () => world.broadcast(VALUE).hash);
  expect([asks(), summaries.length]).toEqual([1, 1]);
  expect(keysOf(toasts)).toEqual(['transactionFailed', 'paymentFound', 'tokensCredited']);
});

test.each([false, true])(
  'a hash that our API gave up, that was let go and is signed again is a payment (reloaded: %s)',
  async (isReloaded) => {
    const { world, ...first } = await open();
    const hash = world.newHash();
    await first.pay(DAY, hash);
    giveUp();
    await run(DAY);
    first.settleRequest(first.$paymentRequests.get()[0]?.id ?? '');
    await run(60_000);
    if (isReloaded) await endPage();
    const { pay, toasts, $paymentRequests } = isReloaded ? await openTab(page, world) : first;
    const before = toasts.length;
    await pay(60_000, () => Object.assign(world.broadcast(VALUE), { hash, named: hash }).hash);
    expect(keysOf(toasts).slice(before)).toEqual(['transactionSent', 'purchaseConfirming', 'tokensCredited']);
    expect($paymentRequests.get()).toEqual([]);
  },
);

test('a hash that our API gave up, has seen for minutes and gives up again is in doubt again', async () => {
  const { world, pay, payAgain, toasts, summaries, $paymentRequests } = await open({ mineMs: 30 * DAY });
  const hash = world.newHash();
  await pay(DAY, hash);
  giveUp();
  await run(3_600_000);
  const sent = Object.assign(world.broadcast(VALUE), { hash, named: hash });
  await run(700_000);
  expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
  Object.assign(sent, { sentAt: world.now() + 20 * DAY });
  await run(1_200_000);
  expect(toasts.map(({ textKey }) => textKey)).not.toContain('api.status.expired');
  await payAgain(10_000, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

/** Has the wallet's node show a transaction to each second question only, as one of several that take turns. */
function showByTurns({ set }: { readonly set: (method: string, answer: unknown) => void }): void {
  const its = { from: ACCOUNT.toLowerCase(), to: PRESALE, input: '0x', nonce: '0x5', blockNumber: null };
  let asked = 0;
  set('eth_getTransactionByHash', (hash: string) => {
    asked += 1;
    return asked % 2 === 0 ? { hash, ...its } : null;
  });
}

test.each([false, true])(
  'a node that shows a payment by turns causes no more looks (given up: %s)',
  async (isGivenUp) => {
    const { world, wallet, pay, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 30 * DAY });
    await pay(DAY, () => world.broadcast(VALUE).hash);
    if (isGivenUp) giveUp();
    showByTurns({ set: (method, answer) => wallet.set(method, answer) });
    const count = readings();
    await run(3_600_000);
    expect(count()).toBeLessThan(150);
    const states: string[] = [];
    $paymentRequests.listen((requests) => states.push(...requests.map(({ state }) => state)));
    await run(3_600_000);
    if (isGivenUp) expect(states).toEqual([]);
  },
);

test('a tab without the wallet does not doubt what the node of another tab shows', async () => {
  shareStorage(page);
  const { world, pay, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 30 * DAY });
  await pay(DAY, () => world.broadcast(VALUE).hash);
  giveUp();
  const other = await openTab(page, world);
  other.wallet.moveTo(56);
  const count = readings();
  const states: string[] = [];
  $paymentRequests.listen((requests) => states.push(...requests.map(({ state }) => state)));
  await run(3_600_000);
  expect(states.filter((state) => state !== 'shown')).toEqual([]);
  expect(count()).toBeLessThan(150);
});

/** A page whose payment was in a pool, was dropped, and was given up by our API after a day. */
async function openExpired(options?: WorldOptions) {
  const opened = await open({ mineMs: 30 * DAY, ...options });
  const { world, pay, $outbox, $paymentRequests } = opened;
  const sent = world.broadcast(VALUE);
  await pay(60_000, () => sent.hash);
  Object.assign(sent, { sentAt: world.now() + 20 * DAY });
  await run(DAY);
  giveUp();
  await run(700_000);
  expect([$outbox.get(), $paymentRequests.get()]).toEqual([[], []]);
  return { ...opened, sent };
}

test.each([
  ['a plain account', {}, false],
  ['a plain account, reloaded', {}, true],
  ['a phone', { isBridge: true }, true],
  ['a contract account', { isSmart: true }, true],
] as const)(
  'a payment that our API had given up, and that is mined after all, is not taken for a later one in doubt (%s)',
  async (_, options, isReloaded) => {
    const { world, sent, ...first } = await openExpired(options);
    if (isReloaded) await endPage();
    const { payAgain, summaries, $paymentRequests } = isReloaded ? await openTab(page, world) : first;
    await payAgain(60_000, world.sentBut(ERROR));
    Object.assign(sent, { sentAt: world.now(), minedAt: world.now() + 6_000 });
    await run(180_000);
    expect($paymentRequests.get()).toHaveLength(1);
    await payAgain(100, REFUSED);
    expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
  },
);

test.each([
  ['a plain account', {}],
  ['an account with delegated code', { isDelegated: true }],
  ['a phone', { isBridge: true }],
] as const)(
  'a payment that our API had given up, and that is sped up, is not taken for a later one in doubt, which is found itself (%s)',
  async (_, options) => {
    const { world, sent, payAgain, toasts, $paymentRequests } = await openExpired(options);
    await payAgain(60_000, world.sentBut(ERROR));
    const [, second] = world.sent;
    Object.assign(world.broadcast(VALUE, sent), { minedAt: world.now() + 6_000 });
    await run(180_000);
    expect($paymentRequests.get()).toHaveLength(1);
    Object.assign(second ?? {}, { minedAt: world.now() + 6_000 });
    await run(180_000);
    expect(keysOf(toasts).slice(-2)).toEqual(['paymentFound', 'tokensCredited']);
    expect($paymentRequests.get()).toEqual([]);
  },
);

test('what a wallet sends in place of a payment that our API had given up is found if no later number is used', async () => {
  const { world, sent, payAgain, toasts, $paymentRequests } = await openExpired();
  await payAgain(60_000, () => {
    Object.assign(world.broadcast(VALUE, sent), { minedAt: world.now() + 6_000 });
    throw ERROR;
  });
  expect(keysOf(toasts).slice(-2)).toEqual(['paymentFound', 'tokensCredited']);
  expect($paymentRequests.get()).toEqual([]);
});

test.each([
  ['a plain account', {}, false],
  ['a plain account, reloaded', {}, true],
  ['a phone', { isBridge: true }, false],
] as const)(
  'what our API had given up and is signed again is not called unseen for a day before its sources show it (%s)',
  async (_, options, isReloaded) => {
    const { world, sent, ...first } = await openExpired({ apiLagMs: 9_000, ...options });
    if (isReloaded) await endPage();
    const { payAgain, toasts, $paymentRequests } = isReloaded ? await openTab(page, world) : first;
    const before = toasts.length;
    await payAgain(60_000, () => Object.assign(sent, { sentAt: world.now(), minedAt: world.now() + 20_000 }).hash);
    expect(keysOf(toasts).slice(before)).toEqual(['transactionSent', 'purchaseConfirming', 'tokensCredited']);
    expect($paymentRequests.get()).toEqual([]);
  },
);

test.each([false, true])(
  'a refusal beside a payment that our API had given up is checked like any other (reloaded: %s)',
  async (isReloaded) => {
    const { world, ...first } = await openExpired();
    if (isReloaded) await endPage();
    const { payAgain, toasts, $paymentRequests } = isReloaded ? await openTab(page, world) : first;
    await payAgain(60_000, REFUSED);
    expect(toasts.at(-1)).toMatchObject({ key: 'transactionCancelled', textKey: null });
    expect($paymentRequests.get()).toEqual([]);
  },
);

test.each(['our records cannot be read at the press', 'a look is under way that has read them before'])(
  'a press goes on looking: an old payment that our records have is paid no second time, although %s',
  async (how) => {
    const isSlow = how.startsWith('a look');
    let isHeld = false;
    const { world, pay, confirm, asks, toasts, $purchase } = await openWorld(
      page,
      { mineMs: 30 * DAY, answerMs: isSlow ? 2_000 : 0 },
      { isHeld: () => isHeld },
    );
    await pay(2 * DAY, world.sentBut(ERROR));
    isHeld = true;
    const count = readings();
    while (count() === 0) await run(500);
    Object.assign(world.sent[0] ?? {}, { minedAt: world.now() + (isSlow ? 1 : 6_000) });
    await run(isSlow ? 1_000 : 90_000);
    const records = page.answers.get('/api/track/wallet');
    if (!isSlow) page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
    await pay(1_000, REFUSED);
    page.answers.set('/api/track/wallet', records);
    await run(20_000);
    if ($purchase.get().stage === 'summary') await confirm(30_000);
    expect(asks()).toBe(1);
    expect(keysOf(toasts)).toContain('paymentFound');
  },
);
