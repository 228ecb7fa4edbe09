import { expect, test } from 'vitest';
import { endPage, pageForEach, shareStorage } from '#tests/unit/stores/stub-page.ts';
import { openTab, openWorld, run, VALUE, type WorldOptions } from './support/payment-world.ts';

// A payment is stuck, and the visitor pays once more on the page: the wallet gives that one its number.

const DAY = 86_400_000;

const page = pageForEach();

const countOf = (toasts: readonly { readonly key: string }[], key: string) =>
  toasts.filter((toast) => toast.key === key).length;

/** A page whose payment has waited for two minutes, and how the wallet sends another one in its place. */
async function openStuck({ isDropped, ...options }: WorldOptions & { readonly isDropped: boolean }) {
  const opened = await openWorld(page, { mineMs: 30 * DAY, ...options });
  const { world, pay } = opened;
  const stuck = world.broadcast(VALUE);
  await pay(120_000, () => stuck.hash);
  if (isDropped) Object.assign(stuck, { sentAt: world.now() + 20 * DAY });
  const inItsPlace = (mineMs: number) =>
    Object.assign(world.broadcast(VALUE, stuck), { minedAt: world.now() + mineMs });
  return { ...opened, inItsPlace };
}

test.each([
  ['the pools have dropped the first', true, {}],
  ['the first is still in a pool', false, {}],
  ['our sources are behind', true, { apiLagMs: 9_000 }],
])(
  'what the wallet sends with the number of a stuck payment is in doubt no more once it is in a block: %s',
  async (_, isDropped, options) => {
    const { inItsPlace, payAgain, toasts, summaries, $paymentRequests, $outbox, $purchase } = await openStuck({
      isDropped,
      ...options,
    });
    await payAgain(180_000, () => inItsPlace(12_000).hash);
    expect(summaries.at(-1)).toEqual({ doubts: 0, open: 1 });
    expect(countOf(toasts, 'tokensCredited')).toBe(1);
    expect([$outbox.get(), $paymentRequests.get()]).toEqual([[], []]);
    expect($purchase.get()).toMatchObject({ stage: 'success', watch: 'credited', confirmations: 6 });
  },
);

test('it is in doubt as long as the account has used a later number for something of which we do not know', async () => {
  const { world, inItsPlace, payAgain, $paymentRequests } = await openStuck({ isDropped: true });
  await payAgain(180_000, () => {
    const { hash } = inItsPlace(12_000);
    world.broadcast(1n, null, false);
    return hash;
  });
  expect($paymentRequests.get()).toMatchObject([{ state: 'failed', hash: null }]);
});

test('sent once more and then sped up, it is in doubt no more, and the card follows what replaced it', async () => {
  const { world, inItsPlace, payAgain, toasts, $paymentRequests, $purchase } = await openStuck({ isDropped: false });
  const again: ReturnType<typeof inItsPlace>[] = [];
  await payAgain(60_000, () => {
    again.push(inItsPlace(30 * DAY));
    return again[0]?.hash;
  });
  const last = world.broadcast(VALUE, again[0]);
  Object.assign(last, { minedAt: world.now() + 12_000 });
  await run(180_000);
  expect(countOf(toasts, 'tokensCredited')).toBe(1);
  expect($purchase.get()).toMatchObject({ stage: 'success', hash: last.hash, watch: 'credited' });
  expect($purchase.get().tracked).toMatchObject({ hash: last.hash, confirmations: 6 });
  expect($paymentRequests.get()).toEqual([]);
});

test('after a reload, on a chain that credits within a few seconds, its credit is told once', async () => {
  shareStorage(page);
  const { world, inItsPlace } = await openStuck({ isDropped: true, blockMs: 750 });
  await endPage();
  const { pay, toasts } = await openTab(page, world);
  await pay(180_000, () => inItsPlace(48_000).hash);
  expect(countOf(toasts, 'tokensCredited')).toBe(1);
});
