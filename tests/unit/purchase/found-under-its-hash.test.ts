import { expect, test } from 'vitest';
import { pageForEach, shareStorage } from '#tests/unit/stores/stub-page.ts';
import { openTab, openWorld, run, VALUE } from './support/payment-world.ts';

const page = pageForEach();

test.each([1, 2])(
  'a payment found under the very hash that the wallet named is followed, where nothing told what came before it (%i tabs)',
  async (tabs) => {
    shareStorage(page);
    const { world, pay, wallet, toasts, $paymentRequests, $outbox } = await openWorld(page, { mineMs: 6_000 });
    wallet.set('eth_blockNumber', new Error('the node does not answer'));
    world.isDown = true;
    await pay(30_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      // Our records can be read again, while posts are still refused.
      Object.assign(world, { isDown: false, isBusy: true });
      return world.broadcast(VALUE).hash;
    });
    const tab = tabs === 1 ? null : await openTab(page, world);
    await run(20_000);
    world.isBusy = false;
    await run(200_000);
    expect($paymentRequests.get()).toEqual([]);
    expect($outbox.get()).toEqual([]);
    const told = ['tokensCredited', 'purchaseSuccessful'];
    expect([...toasts, ...(tab?.toasts ?? [])].map(({ key }) => key).filter((key) => told.includes(key))).not.toEqual(
      [],
    );
  },
);
