import { expect, test, vi } from 'vitest';
import type { PaymentStatus } from '#src/contract/presale.ts';
import type { TrackWallet } from '#src/contract/track.ts';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, SECOND } from '#tests/unit/stores/fake-wallet.ts';
import { PRESALE, pageForEach, shareStorage, stubSight } from '#tests/unit/stores/stub-page.ts';
import {
  closeStrayPanel,
  ERROR,
  openTab,
  openWorld,
  PAYMENT,
  PAYMENTS,
  REFUSED,
  run,
  VALUE,
  VALUES,
  type WorldOptions,
} from './support/payment-world.ts';

// A nonce, a node or an answer of our API that is not what a payment's usually is.

const DAY = 86_400_000;
const HOUR = 3_600_000;

const page = pageForEach();

const open = (options?: WorldOptions) => openWorld(page, options);

/** Where the presale is after a change. */
const OTHER_PRESALE = `0x${'77'.repeat(20)}`;

const withoutRecipient = (text: string) => JSON.stringify({ ...JSON.parse(text), recipient: undefined });

const keysOf = (toasts: readonly { readonly key: string }[]) => toasts.map(({ key }) => key);

const SAFE = { isSmart: true, naming: 'safe' } as const;
const OPERATION = { isSmart: true, naming: 'operation' } as const;

const NO_DOUBT = { doubts: 0, open: 0 };
const CREDITED = ['transactionSent', 'purchaseConfirming', 'tokensCredited'];

/** Has the API call a hash so, without a coin, as it does where it never saw a payment under it. */
function apiCalls(status: PaymentStatus) {
  const answer = page.answers.get('/api/presale/purchase') as (body: unknown) => object;
  let called = '';
  page.answers.set('/api/presale/purchase', (body: { readonly transactionHash: string }) => ({
    ...answer(body),
    ...(body.transactionHash === called && { status, reason: null, paymentMethod: null }),
  }));
  return (hash: string) => {
    called = hash;
    return hash;
  };
}

test('a payment that replaces a stuck transaction of another site is followed by the hash that the wallet names', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ mineMs: 60_000 });
  const stuck = world.broadcast(1n, null, false);
  await run(1_000);
  await pay(200_000, () => world.broadcast(VALUE, stuck).hash);
  expect(keysOf(toasts)).toEqual(CREDITED);
  expect($paymentRequests.get()).toEqual([]);
});

test('a payment whose nonce a reorg has set below the noted one is followed', async () => {
  const { world, pay, toasts } = await open();
  world.broadcast(1n, null, false);
  await run(10_000);
  await pay(100_000, () => {
    world.sent.length = 0;
    return world.broadcast(VALUE).hash;
  });
  expect(keysOf(toasts)).toEqual(CREDITED);
});

test('the hash of an earlier payment is no new one where the nonce could not be read', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  world.wallet.set('eth_getTransactionCount', new Error('limit'));
  await pay(60_000, () => world.earlier().hash);
  expect(keysOf(toasts)).toEqual(['transactionError']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a payment is found after a day during which nothing was read, and more without our records', async () => {
  const { world, pay } = await open();
  await pay(1_000, world.sentBut(ERROR));
  vi.clearAllTimers();
  await run(DAY + 60_000);
  const records = page.answers.get('/api/track/wallet');
  page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
  const next = await openTab(page, world);
  await run(5_000);
  page.answers.set('/api/track/wallet', records);
  await run(60_000);
  expect(keysOf(next.toasts)).toContain('paymentFound');
});

test.each([
  ['before the presale’s address changed', OTHER_PRESALE, (text: string) => text],
  ['by an older page, which did not note the address', PRESALE, withoutRecipient],
  [
    'with an address that is none',
    PRESALE,
    (text: string) => JSON.stringify({ ...JSON.parse(text), recipient: 'presale' }),
  ],
])('a payment that was asked for %s is one that the wallet’s node shows', async (_, presale, kept) => {
  const { world, pay } = await open({ isPoolBlind: true, mineMs: 300_000 });
  await pay(1, () => world.broadcast(VALUE).hash);
  vi.clearAllTimers();
  for (const [key, text] of Object.entries(page.localStorage))
    if (key.startsWith('synx_payment_request:')) page.localStorage.setItem(key, kept(String(text)));
  vi.stubEnv('PUBLIC_PRESALE_ADDRESS', presale);
  const next = await openTab(page, world);
  await run(180_000);
  expect(next.$paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
  expect(keysOf(next.toasts)).not.toContain('transactionTimeout');
});

test('a payment of before the presale’s address changed is not what pays the new address', async () => {
  const { world, pay } = await open({ isPoolBlind: true, mineMs: 300_000 });
  await pay(1, () => world.broadcast(1n, null, false).hash);
  vi.clearAllTimers();
  // It pays the second account, to whose address the presale moves.
  vi.stubEnv('PUBLIC_PRESALE_ADDRESS', SECOND);
  const next = await openTab(page, world);
  await run(180_000);
  expect(next.$paymentRequests.get()).toMatchObject([{ state: 'unseen' }]);
});

test('a payment that another one overtook in the wallet is looked for under a later nonce', async () => {
  const { world, pay, payLater, summaries, toasts } = await open({ isPrivate: true, mineMs: 20_000 });
  const first = await payLater(125_000);
  await pay(100_000, () => world.broadcast(VALUE).hash);
  Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 120_000 });
  first.fail(ERROR);
  await run(40_000);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  await run(300_000);
  expect(keysOf(toasts)).toContain('paymentFound');
});

test('a refusal of a request that another payment overtook leaves nothing behind', async () => {
  const { world, pay, payLater, $paymentRequests } = await open();
  const first = await payLater(125_000);
  await pay(60_000, () => world.broadcast(VALUE).hash);
  first.fail(REFUSED);
  await run(60_000);
  expect($paymentRequests.get()).toEqual([]);
});

test('two unknown payments over a private relay are both found', async () => {
  const { world, pay, toasts, summaries } = await open({ isPrivate: true });
  const send = (nonce: number, ms: number) => () => {
    Object.assign(world.broadcast(VALUE), { nonce, minedAt: world.now() + ms });
    throw ERROR;
  };
  await pay(5_000, send(5, 60_000));
  await pay(115_000, send(6, 200_000));
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  await run(400_000);
  expect(keysOf(toasts).filter((key) => key === 'paymentFound')).toHaveLength(2);
});

test('a payment over a private relay is followed by its hash while an unknown one takes the noted nonce', async () => {
  const { world, pay, payAgain, toasts, summaries, $outbox } = await open({ isPrivate: true });
  const send = (nonce: number, ms: number) =>
    Object.assign(world.broadcast(VALUE), { nonce, minedAt: world.now() + ms }).hash;
  await pay(5_000, () => {
    send(5, 60_000);
    throw ERROR;
  });
  await pay(100_000, () => send(6, 200_000));
  expect($outbox.get().map(({ body }) => body.transactionHash)).toEqual([world.sent[1]?.hash]);
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 1 });
  await run(400_000);
  expect(keysOf(toasts).filter((key) => key === 'tokensCredited')).toHaveLength(2);
});

test('a payment over a private relay is not forgotten once one before, of which no node knew, is credited', async () => {
  const { world, pay, payAgain, toasts, summaries } = await open({ isPrivate: true });
  const send = (ms: number) => Object.assign(world.broadcast(VALUE), { minedAt: world.now() + ms }).hash;
  await pay(150_000, () => send(250_000));
  await pay(180_000, () => new Promise((resolve) => setTimeout(resolve, 150_000, send(500_000))));
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 0, open: 1 });
  await run(900_000);
  expect(keysOf(toasts).filter((key) => key === 'tokensCredited')).toHaveLength(2);
});

test.each([
  ['failed', 'transactionFailed'],
  ['cancelled', 'transactionCancelled'],
  // A contract has passed coins on to the presale in its block.
  ['needs-review', 'tokensProcessing'],
] as const)(
  'the hash of what the account sent for another site and what is %s does not hide the payment',
  async (status, key) => {
    const { world, pay, payAgain, toasts, summaries } = await open({ mineMs: 60_000 });
    const called = apiCalls(status);
    await pay(5_000, () => {
      world.broadcast(VALUE);
      return called(world.broadcast(1n, null, false).hash);
    });
    expect(keysOf(toasts)).toEqual(['transactionSent', key]);
    await payAgain(1, REFUSED);
    expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
    await run(120_000);
    expect(keysOf(toasts)).toContain('paymentFound');
  },
);

test('a payment with the noted nonce that fails is over', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  const called = apiCalls('failed');
  await pay(10_000, () => called(world.broadcast(VALUE).hash));
  expect(keysOf(toasts)).toEqual(['transactionSent', 'transactionFailed']);
  expect($paymentRequests.get()).toEqual([]);
});

test('a hash that the wallet names for two payments is one payment', async () => {
  const { world, pay, payLater, payAgain, toasts, summaries } = await open({ mineMs: 60_000 });
  const first = await payLater(125_000, () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
  });
  const second = () => world.sent[1]?.hash ?? '';
  await pay(5_000, () => world.broadcast(VALUE).hash);
  first.name(second());
  await run(1_000);
  expect(keysOf(toasts).filter((key) => key === 'transactionSent')).toHaveLength(1);
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 1 });
});

test('the hash of a payment that was found says nothing new', async () => {
  const { world, pay, toasts } = await open();
  await pay(100_000, () => new Promise((resolve) => setTimeout(resolve, 40_000, world.broadcast(VALUE).hash)));
  expect(keysOf(toasts)).toEqual(['paymentFound', 'tokensCredited']);
});

test('the hash of a payment that was sped up and found since says nothing new', async () => {
  const { world, pay, toasts, $paymentRequests, $outbox } = await open();
  await pay(100_000, () => {
    const first = world.broadcast(VALUE);
    world.broadcast(VALUE, first);
    return new Promise((resolve) => setTimeout(resolve, 60_000, first.hash));
  });
  expect(keysOf(toasts)).toEqual(['paymentFound', 'tokensCredited']);
  expect([...$paymentRequests.get(), ...$outbox.get()]).toEqual([]);
});

test('a payment that replaces a stuck transaction and that our API sees is not called unknown', async () => {
  const { world, pay, toasts } = await open({ mineMs: 300_000 });
  const stuck = world.broadcast(1n, null, false);
  await run(1_000);
  await pay(200_000, () => world.broadcast(VALUE, stuck).hash);
  expect(keysOf(toasts)).toEqual(['transactionSent', 'purchaseConfirming']);
});

test('what replaces a payment of a smart account is not taken for the next one', async () => {
  const { world, pay, payAgain, summaries, toasts } = await open({ isSmart: true, mineMs: 3_000 });
  await pay(100, () => world.broadcast(VALUE).hash);
  world.broadcast(VALUE, world.sent[0]);
  await payAgain(300_000, world.sentBut(ERROR));
  expect(keysOf(toasts).filter((key) => key === 'tokensCredited')).toHaveLength(2);
  expect(summaries).toHaveLength(2);
});

test('a payment of another amount from another device is not taken for one over a private relay', async () => {
  const { world, pay, toasts, summaries } = await open({ isPrivate: true });
  await pay(40_000, () => {
    world.broadcast(VALUE / 2n);
    Object.assign(world.broadcast(VALUE), { nonce: 6, minedAt: world.now() + 120_000 });
    throw ERROR;
  });
  expect(keysOf(toasts)).toEqual(['transactionFailed']);
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('what replaces an earlier payment is not taken for a later one of the same amount', async () => {
  const { world, pay, payAgain, toasts, $paymentRequests } = await open({ isBlind: true, mineMs: 4_000 });
  await pay(900_000, () => Object.assign(world.broadcast(VALUE), { minedAt: Number.POSITIVE_INFINITY }).hash);
  await payAgain(60_000, ERROR);
  world.broadcast(VALUE, world.sent[0]);
  await run(400_000);
  expect(keysOf(toasts)).not.toContain('paymentFound');
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a payment that only the wallet’s node calls failed is not called so', async () => {
  const { world, pay, toasts, $purchase } = await open();
  world.wallet.set('eth_getTransactionReceipt', { blockNumber: '0x64', blockHash: '0x1', status: '0x0' });
  await pay(60_000, () => world.broadcast(VALUE).hash);
  expect(keysOf(toasts)).toEqual(CREDITED);
  expect($purchase.get().stage).toBe('success');
});

test.each([-32603, -32005, -1, 429, 503, 4900])('a wallet that answers %i is asked once', async (code) => {
  const { world, pay } = await open();
  await pay(60_000, new ProviderError(code, 'limit exceeded'));
  expect(world.wallet.methods().filter((method) => method.includes('endTransaction'))).toHaveLength(1);
});

test('the records of another account prove nothing', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isBlind: true });
  const payment = { chainId: 1, transactionHash: world.newHash(), paymentMethod: 'ETH', paymentAmount: '0.02' };
  const createdAt = new Date(world.now()).toISOString();
  page.answers.set('/api/track/wallet', {
    wallet: `0x${'9'.repeat(40)}`,
    payments: [{ ...payment, block: 10_000, createdAt }],
  });
  await pay(60_000, ERROR);
  expect(keysOf(toasts)).toEqual(['transactionFailed']);
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each([{}, null, { wallet: null, payments: null }])(
  'an answer %j of our API loses no named hash',
  async (answer) => {
    const { world, pay, toasts } = await open({ isBlind: true });
    page.answers.set('/api/track/wallet', () => new Response(JSON.stringify(answer)));
    await pay(60_000, () => world.broadcast(VALUE).hash);
    expect(keysOf(toasts)).toEqual(CREDITED);
  },
);

test('a hash that our API has seen while our records do not tell it from an earlier one is in doubt, but not called unseen', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isBlind: true });
  const records = page.answers.get('/api/track/wallet');
  page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
  await pay(200_000, () => world.broadcast(VALUE).hash);
  expect($paymentRequests.get()).toMatchObject([{ state: 'failed' }]);
  page.answers.set('/api/track/wallet', records);
  await run(60_000);
  expect(keysOf(toasts)).toEqual(CREDITED);
  expect($paymentRequests.get()).toHaveLength(1);
});

test('a hash that our records had not at the question is no earlier one, although they cannot be read any more', async () => {
  const { world, pay, toasts, $paymentRequests } = await open({ isBlind: true });
  await pay(60_000, () => {
    page.answers.set('/api/track/wallet', new TypeError('Failed to fetch'));
    return world.broadcast(VALUE).hash;
  });
  expect(keysOf(toasts)).toEqual(CREDITED);
  expect($paymentRequests.get()).toEqual([]);
});

test.each(['ahead of', 'behind'])(
  'a page whose time is an hour %s the server’s holds no payment for an earlier one',
  async (where) => {
    const { world, pay, payAgain, toasts, summaries, $paymentRequests } = await open({ isBlind: true });
    const records = page.answers.get('/api/track/wallet') as () => Promise<TrackWallet>;
    page.answers.set('/api/track/wallet', async () => {
      const { payments, ...answer } = await records();
      const dated = (at: string) => new Date(Date.parse(at) + (where === 'behind' ? HOUR : -HOUR)).toISOString();
      return { ...answer, payments: payments.map((each) => ({ ...each, createdAt: dated(each.createdAt) })) };
    });
    await pay(60_000, () => world.broadcast(VALUE).hash);
    expect(keysOf(toasts)).toEqual(CREDITED);
    expect($paymentRequests.get()).toEqual([]);
    await payAgain(60_000, world.sentBut(ERROR));
    expect(keysOf(toasts).slice(-2)).toEqual(['paymentFound', 'tokensCredited']);
    expect(summaries).toEqual([NO_DOUBT, NO_DOUBT]);
  },
);

test('a transaction for another site with the noted nonce is unknown until its block, and then settled', async () => {
  const { world, pay, toasts, $purchase, $paymentRequests } = await open({ mineMs: 300_000, apiLagMs: 9_000 });
  await pay(160_000, () => world.broadcast(1n, null, false).hash);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionTimeout', textKey: 'pay.ends.unseen' });
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
  expect($paymentRequests.get()).toHaveLength(1);
  await run(400_000);
  expect($paymentRequests.get()).toEqual([]);
});

test.each(['data', undefined])(
  'a token’s payment whose calldata the wallet’s node names %s is known while our API has not seen it',
  async (name) => {
    const { world, buy, toasts, $paymentRequests } = await open({ isPoolBlind: true, mineMs: 300_000 });
    const answer = world.wallet.request.bind(world.wallet);
    world.wallet.request = async (call) => {
      const its = await answer(call);
      if (call.method !== 'eth_getTransactionByHash' || its === null) return its;
      const { input, ...rest } = its as { readonly input: string };
      return { ...rest, ...(name !== undefined && { [name]: input }) };
    };
    world.coin = 'USDC';
    world.wallet.set('eth_sendTransaction', () => world.broadcast(VALUES.USDC).hash);
    void buy(PAYMENTS.USDC);
    await run(250_000);
    expect(toasts.map(({ textKey }) => textKey)).not.toContain('pay.ends.unseen');
    expect($paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
  },
);

test('a transaction for another site that has yet to be mined is no successful purchase', async () => {
  const { world, pay, toasts } = await open({ mineMs: 30_000 });
  await pay(15_000, () => {
    world.broadcast(VALUE);
    return Object.assign(world.broadcast(1n, null, false), { minedAt: world.now() + 600_000 }).hash;
  });
  expect(keysOf(toasts)).toEqual(['transactionSent']);
  await run(60_000);
  expect(keysOf(toasts)).toContain('paymentFound');
});

test('what the account sent for another site long before, named, does not hide a payment that the node does not show yet', async () => {
  const { world, pay, resetPurchase, summaries } = await open({ walletLagMs: 6_000, mineMs: 3_000 });
  await pay(22_000, async () => {
    const { hash } = world.broadcast(1n, null, false);
    await new Promise((resolve) => setTimeout(resolve, 14_000));
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 60_000 });
    return hash;
  });
  resetPurchase();
  await closeStrayPanel();
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('what the account sent for another site first, named, gives way to the payment sent after it', async () => {
  const { world, pay, toasts } = await open();
  await pay(120_000, () => {
    const { hash } = world.broadcast(1n, null, false);
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 60_000 });
    return hash;
  });
  expect(keysOf(toasts)).toEqual(['transactionSent', 'purchaseFailed', 'paymentFound', 'tokensCredited']);
});

test.each([false, true])(
  'a payment that only the wallet’s node has shown is no longer called one two minutes after it was cancelled (delegated: %s)',
  async (isDelegated) => {
    const { world, pay, $purchase, summaries, toasts } = await open({ isDelegated, isPoolBlind: true, mineMs: 60_000 });
    await pay(20_000, () => world.broadcast(VALUE).hash);
    world.broadcast(0n, world.sent[0], false);
    await run(160_000);
    expect(toasts.at(-1)).toMatchObject({ key: 'transactionTimeout', textKey: 'pay.ends.unseen' });
    expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
    await pay(1, REFUSED);
    expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
  },
);

test('a node that goes on showing what another transaction has replaced shows no payment', async () => {
  const { world, pay, toasts } = await open({ isPoolBlind: true, mineMs: 60_000 });
  await pay(5_000, () => world.broadcast(VALUE).hash);
  const sent = world.sent[0] ?? null;
  const shown = {
    hash: sent?.hash,
    from: ACCOUNT.toLowerCase(),
    to: PRESALE,
    input: '0x',
    nonce: '0x5',
    blockNumber: null,
  };
  world.wallet.set('eth_getTransactionByHash', () => shown);
  world.broadcast(0n, sent, false);
  await run(300_000);
  expect(keysOf(toasts)).toEqual(['transactionSent', 'transactionTimeout']);
});

test('a Safe’s payment waits for its signers also while our API cannot be reached after a reload', async () => {
  const { world, pay } = await open({ ...SAFE, mineMs: 900_000 });
  await pay(60_000, () => world.broadcast(VALUE).named);
  vi.clearAllTimers();
  world.isDown = true;
  const next = await openTab(page, world);
  await run(200_000);
  expect(next.$paymentRequests.get()).toMatchObject([{ state: 'shown' }]);
});

test.each([false, true])(
  'what replaces a followed payment, named for the next one, does not hide that one (noted nonce: %s)',
  async (isNoted) => {
    const { world, pay, resetPurchase, payAgain, summaries } = await open({ mineMs: 300_000 });
    if (!isNoted) await pay(1_000, ERROR);
    await pay(21_000, () => world.broadcast(VALUE).hash);
    resetPurchase();
    // Before the page has heard of it.
    const { hash } = world.broadcast(VALUE, world.sent[0]);
    await pay(30_000, () => {
      world.broadcast(VALUE);
      return hash;
    });
    await payAgain(1, REFUSED);
    expect(summaries.at(-1)).toEqual({ doubts: isNoted ? 1 : 2, open: 1 });
  },
);

test('what replaces a payment of a smart account while a look goes on is not taken for the next one', async () => {
  const { world, pay, payAgain, toasts, $paymentRequests } = await open({ isSmart: true, mineMs: 20_000 });
  await pay(3_000, () => world.broadcast(VALUE).hash);
  await payAgain(3_000, ERROR);
  world.wallet.set('eth_getTransactionByHash', () => new Promise((resolve) => setTimeout(resolve, 4_000, null)));
  Object.assign(world.broadcast(VALUE, world.sent[0]), { minedAt: world.now() + 1_000 });
  await run(60_000);
  expect(keysOf(toasts)).not.toContain('paymentFound');
  expect($paymentRequests.get()).toHaveLength(1);
});

test('what replaces a payment of a smart account, named for the next one, does not hide that one', async () => {
  const { world, pay, payAgain, summaries } = await open({ isSmart: true, apiLagMs: 60_000, mineMs: 300_000 });
  await pay(5_000, () => world.broadcast(VALUE).hash);
  world.broadcast(VALUE, world.sent[0]);
  await payAgain(90_000, () => {
    world.broadcast(VALUE);
    return world.sent[1]?.hash;
  });
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 1 });
});

test('a Safe’s payment that is followed by the hash of its signers is not taken for the next one', async () => {
  const { world, pay, payAgain, toasts, $paymentRequests } = await open({ ...SAFE, mineMs: 60_000 });
  await pay(5_000, () => world.broadcast(VALUE).named);
  await payAgain(300_000, ERROR);
  expect(keysOf(toasts)).not.toContain('paymentFound');
  expect(keysOf(toasts).filter((key) => key === 'tokensCredited')).toHaveLength(1);
  expect($paymentRequests.get()).toMatchObject([{ state: 'failed' }]);
});

test('the hash of a Safe’s signers says nothing new once its payment was found', async () => {
  const { world, pay, toasts, $paymentRequests } = await open(SAFE);
  await pay(100_000, () => new Promise((resolve) => setTimeout(resolve, 40_000, world.broadcast(VALUE).named)));
  expect(keysOf(toasts)).toEqual(['paymentFound', 'tokensCredited']);
  expect($paymentRequests.get()).toEqual([]);
});

test('the hash of another site’s transaction, named by a contract account, does not hide the payment', async () => {
  const { world, pay, toasts, summaries } = await open({ ...OPERATION, isPrivate: true, mineMs: 60_000 });
  await pay(80_000, () => {
    Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 150_000 });
    return world.broadcast(1n, null, false).hash;
  });
  expect(keysOf(toasts)).toContain('purchaseFailed');
  await closeStrayPanel();
  await pay(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a payment that a contract account names by its own id is found under its hash', async () => {
  const { world, pay, toasts, $paymentRequests, $outbox } = await open(OPERATION);
  await pay(90_000, () => world.broadcast(VALUE).named);
  expect(keysOf(toasts).slice(-2)).toEqual(['paymentFound', 'tokensCredited']);
  expect([...$paymentRequests.get(), ...$outbox.get()]).toEqual([]);
});

test.each([
  ['of a relay that signs again', { isPrivate: true, naming: 're-signed' }],
  ['of a contract account', OPERATION],
] as const)(
  'an id %s is shown no more once its payment was found, however late the API answers',
  async (_, options) => {
    const { world, pay, toasts, $purchase } = await open({ ...options, postMs: 8_000, blockMs: 750, mineMs: 1_500 });
    await pay(60_000, () => world.broadcast(VALUE).named);
    expect(keysOf(toasts)).toEqual(['transactionSent', 'paymentFound', 'tokensCredited']);
    expect($purchase.get()).toMatchObject({ stage: 'idle', hash: null });
  },
);

test('a hash of nothing that the API cannot record fails nothing once the payment was found', async () => {
  const { world, pay, toasts } = await open({ blockMs: 750, mineMs: 1_500 });
  const wrong = world.newHash();
  const answer = page.answers.get('/api/presale/purchase') as (body: unknown) => unknown;
  page.answers.set('/api/presale/purchase', (body: { readonly transactionHash: string }) =>
    body.transactionHash !== wrong
      ? answer(body)
      : new Promise((resolve) => setTimeout(resolve, 19_000, new TypeError('Failed to fetch'))),
  );
  await pay(60_000, () => {
    world.broadcast(VALUE);
    return wrong;
  });
  expect(keysOf(toasts)).toEqual(['transactionSent', 'paymentFound', 'tokensCredited']);
});

test('a hash of nothing is no payment after two minutes, also while the API has yet to answer', async () => {
  // As long as a visitor may take to sign what the API asks for.
  const { world, pay, $purchase } = await open({ postMs: 130_000 });
  await pay(160_000, () => world.newHash());
  expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: null });
});

test('a payment that only the wallet’s node has shown is found under the hash that replaced it', async () => {
  const { world, pay, toasts, $paymentRequests, $outbox } = await open({ isPoolBlind: true, mineMs: 20_000 });
  await pay(5_000, () => world.broadcast(VALUE).hash);
  world.broadcast(VALUE, world.sent[0]);
  await run(120_000);
  expect(keysOf(toasts).slice(-2)).toEqual(['paymentFound', 'tokensCredited']);
  expect([...$paymentRequests.get(), ...$outbox.get()]).toEqual([]);
});

test('a hash that is named for two payments in the same moment is one of them', async () => {
  const { world, pay, toasts, $paymentRequests } = await open();
  const answers: ((hash: string) => void)[] = [];
  const ask = () => new Promise<string>((resolve) => answers.push(resolve));
  await pay(125_000, ask);
  await pay(5_000, ask);
  const { hash } = world.broadcast(VALUE);
  for (const answer of answers) answer(hash);
  await run(60_000);
  expect(keysOf(toasts).filter((key) => key === 'transactionSent')).toHaveLength(1);
  expect($paymentRequests.get()).toMatchObject([{ state: 'failed' }]);
});

test('the same transaction, signed once more after it was let go, is followed by the same hash', async () => {
  const { world, pay, toasts, $paymentRequests, settleRequest } = await open();
  const hash = world.newHash();
  await pay(150_000, hash);
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  await pay(60_000, () => Object.assign(world.broadcast(VALUE), { hash, named: hash }).hash);
  expect(keysOf(toasts).slice(2)).toEqual(CREDITED);
  expect($paymentRequests.get()).toEqual([]);
});

test('a node that took too long is no wallet with a request open: another payment may have taken the nonce', async () => {
  const { world, pay, payLater, payAgain, toasts, summaries } = await open({ walletLagMs: 20_000, mineMs: 90_000 });
  const first = await payLater(125_000);
  await pay(100_000, () => world.broadcast(VALUE).hash);
  world.broadcast(VALUE);
  first.fail(new ProviderError(-32002, 'request timed out'));
  await run(15_000);
  expect(toasts.at(-1)).toMatchObject({ key: 'transactionFailed', textKey: 'pay.ends.unknown' });
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toMatchObject({ doubts: 1 });
});

test('a payment that was let go while it waited in the wallet, and that another one overtook there, is not forgotten', async () => {
  const { world, pay, payLater, payAgain, summaries, $paymentRequests, settleRequest } = await open({
    isPrivate: true,
  });
  const first = await payLater(125_000);
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  await pay(60_000, () => world.broadcast(VALUE).hash);
  Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 300_000 });
  first.fail(ERROR);
  await run(40_000);
  await payAgain(1, REFUSED);
  expect(summaries.at(-1)).toEqual({ doubts: 1, open: 0 });
});

test('a payment that was let go while it waited in the wallet is not taken for one of another tab that was credited while this one was hidden', async () => {
  shareStorage(page);
  const show = stubSight();
  const { world, payLater, $paymentRequests, settleRequest, toasts } = await open({ mineMs: 20_000, postMs: 3_000 });
  const first = await payLater(125_000);
  settleRequest($paymentRequests.get()[0]?.id ?? '');
  const tab = await openTab(page, world);
  tab.wallet.set('eth_sendTransaction', () => world.broadcast(VALUE).hash);
  void tab.buy(PAYMENT);
  show(false);
  await run(65_000);
  expect(keysOf(tab.toasts)).toContain('tokensCredited');
  world.broadcast(VALUE);
  first.fail(ERROR);
  show(true);
  await run(2_000);
  expect(keysOf(toasts)).not.toContain('paymentFound');
  expect($paymentRequests.get()).toHaveLength(1);
});

test.each([ERROR, REFUSED])(
  'a payment that was let go while it waited in the wallet, which answers $message, is not taken for the next one',
  async (answer) => {
    shareStorage(page);
    const { world, pay, payLater, $paymentRequests, settleRequest } = await open();
    const first = await payLater(125_000);
    settleRequest($paymentRequests.get()[0]?.id ?? '');
    await pay(60_000, () => world.broadcast(VALUE).hash);
    if (answer === ERROR) Object.assign(world.broadcast(VALUE), { minedAt: world.now() + 60_000 });
    first.fail(answer);
    await run(1);
    const next = await openTab(page, world);
    await run(30_000);
    expect(keysOf(next.toasts)).toEqual([]);
    expect(next.$paymentRequests.get()).toHaveLength(answer === ERROR ? 1 : 0);
  },
);
