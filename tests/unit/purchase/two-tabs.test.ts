import { beforeEach, expect, test, vi } from 'vitest';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { ACCOUNT, HASH } from '#tests/unit/stores/fake-wallet.ts';
import { pageForEach, reloadStubPage, shareStorage } from '#tests/unit/stores/stub-page.ts';

const PURCHASE = '/api/presale/purchase';

const reply = (status: PurchaseResponse['status'], confirmations: number) => ({
  ...{ status, confirmations, required: 6, message: '', usdAmount: null, tokenAmount: null },
  ...{ tokensAllocated: '5', chainId: 1, paymentMethod: 'ETH', paymentAmount: '1', transactionHash: HASH },
});

const page = pageForEach();
beforeEach(() => {
  shareStorage(page);
  page.localStorage.setItem(
    `synx_payment:${HASH}`,
    JSON.stringify({ body: { walletAddress: ACCOUNT, transactionHash: HASH, chainId: 1 }, storedAt: 1 }),
  );
});

/** Opens the page in another tab; the keys of its toasts and its stepper's answer. */
async function openTab() {
  reloadStubPage(page);
  await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  const { $answers, $outbox } = await import('#src/purchase/pending-purchases.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  const toasts: string[] = [];
  $toasts.listen((list) => list[0]?.open && toasts.push(list[0].key));
  $purchase.listen(() => undefined);
  // Loaded beforehand, because fake time does not move while a module is read.
  await import('#src/purchase/outbox.ts');
  await vi.advanceTimersByTimeAsync(0);
  return { toasts, $outbox, status: () => $answers.get()[HASH]?.status };
}

test.each([0, 1_000])('two tabs, %i ms apart, each tell the outcome of one payment once', async (apart) => {
  page.answers.set(PURCHASE, reply('confirming', 1));
  const first = await openTab();
  await vi.advanceTimersByTimeAsync(apart);
  const second = await openTab();
  expect([first.status(), second.status()]).toEqual(['confirming', 'confirming']);
  page.answers.set(PURCHASE, reply('credited', 6));
  await vi.advanceTimersByTimeAsync(60_000);
  for (const tab of [first, second]) {
    expect(tab.status()).toBe('credited');
    expect(tab.toasts).toEqual(['tokensCredited']);
    expect(tab.$outbox.get()).toEqual([]);
  }
});

test('each of two tabs tells the outcome of one payment while another one is still open', async () => {
  const other = `0x${'cd'.repeat(32)}`;
  const body = { walletAddress: ACCOUNT, transactionHash: other, chainId: 1 };
  page.localStorage.setItem(`synx_payment:${other}`, JSON.stringify({ body, storedAt: 1 }));
  let status: PurchaseResponse['status'] = 'confirming';
  page.answers.set(PURCHASE, ({ transactionHash }: { transactionHash: string }) => ({
    ...reply(transactionHash === HASH ? status : 'confirming', 1),
    transactionHash,
  }));
  const first = await openTab();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await openTab();
  status = 'credited';
  await vi.advanceTimersByTimeAsync(60_000);
  for (const tab of [first, second]) {
    expect(tab.toasts).toEqual(['tokensCredited']);
    expect(tab.$outbox.get()).toMatchObject([{ body: { transactionHash: other } }]);
  }
});

test('a tab whose payment another one settled has the answer under the hash that it replaced, too', async () => {
  const next = `0x${'cd'.repeat(32)}`;
  const body = { walletAddress: ACCOUNT, transactionHash: next, chainId: 1 };
  page.localStorage.removeItem(`synx_payment:${HASH}`);
  page.localStorage.setItem(`synx_payment:${next}`, JSON.stringify({ body, storedAt: 1, replaces: HASH }));
  page.answers.set(PURCHASE, { ...reply('confirming', 1), transactionHash: next });
  const first = await openTab();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await openTab();
  page.answers.set(PURCHASE, { ...reply('credited', 6), transactionHash: next });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.status(), second.status()]).toEqual(['credited', 'credited']);
});

test('a tab that cannot ask for the outcome at first tells it once it can', async () => {
  page.answers.set(PURCHASE, reply('confirming', 1));
  const first = await openTab();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await openTab();
  let posts = 0;
  page.answers.set(PURCHASE, () => {
    posts += 1;
    return posts === 1 ? reply('credited', 6) : new TypeError('Failed to fetch');
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([first.toasts, second.toasts]).toEqual([['tokensCredited'], []]);
  page.answers.set(PURCHASE, reply('credited', 6));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.toasts, second.toasts]).toEqual([['tokensCredited'], ['tokensCredited']]);
  expect(second.status()).toBe('credited');
});

test('a tab whose answer is older than that by which another one settled the payment asks again', async () => {
  const unseen = { ...reply('processing', 0), paymentMethod: null };
  let posts = 0;
  page.answers.set(PURCHASE, () => {
    posts += 1;
    return posts > 1 ? reply('credited', 6) : new Promise((resolve) => setTimeout(resolve, 15_000, unseen));
  });
  const first = await openTab();
  const second = await openTab();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.toasts, second.toasts]).toEqual([['tokensCredited'], ['tokensCredited']]);
});

test('a tab that is not looked at tells the outcome when it is', async () => {
  page.answers.set(PURCHASE, reply('confirming', 1));
  const first = await openTab();
  await vi.advanceTimersByTimeAsync(1_000);
  const second = await openTab();
  const hidden = Object.assign(new EventTarget(), { hidden: true });
  page.answers.set(PURCHASE, () => {
    vi.stubGlobal('document', hidden);
    return reply('credited', 6);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([first.toasts, second.toasts]).toEqual([['tokensCredited'], []]);
  hidden.hidden = false;
  hidden.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(second.toasts).toEqual(['tokensCredited']);
});
