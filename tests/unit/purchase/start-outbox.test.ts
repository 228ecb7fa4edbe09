import { setPersistentEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNT, HASH } from '#tests/unit/stores/fake-wallet.ts';
import { leavePage, type StubPage, stubPage } from '#tests/unit/stores/stub-page.ts';

const PURCHASE = '/api/presale/purchase';
const KEY = `synx_payment:${HASH}`;
const PAYMENT = JSON.stringify({ body: { walletAddress: ACCOUNT, transactionHash: HASH, chainId: 1 }, storedAt: 1 });

/** The code that posts payments: how often it was loaded, and whether it can be. */
const code = { loaded: 0, isReachable: true };

let page: StubPage;
beforeEach(() => {
  page = stubPage();
  const { window, localStorage } = page;
  // As in browsers, where the stores hear of the other tabs.
  setPersistentEngine(localStorage as unknown as Record<string, string>, {
    addEventListener: (_key, listener) => window.addEventListener('storage', listener as never),
    removeEventListener: (_key, listener) => window.removeEventListener('storage', listener as never),
  });
  const open = { status: 'confirming', confirmations: 1, required: 6, message: '', transactionHash: HASH, chainId: 1 };
  page.answers.set(PURCHASE, open);
  Object.assign(code, { loaded: 0, isReachable: true });
  vi.doMock('#src/purchase/outbox.ts', (load) => {
    if (!code.isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    code.loaded += 1;
    return load();
  });
});
afterEach(async () => {
  vi.doUnmock('#src/purchase/outbox.ts');
  await leavePage();
});

const posts = () => page.posts.filter(({ url }) => url === PURCHASE).length;

/** Shows what needs the state of purchases; returns the function that hides it. */
async function show() {
  await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  return $purchase.listen(() => undefined);
}

/** What another tab of the browser writes. */
function write(key: string, newValue: string | null): void {
  if (newValue === null) page.localStorage.removeItem(key);
  else page.localStorage.setItem(key, newValue);
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
}

test('a page without payments loads no code that posts them until another tab stores one', async () => {
  await show();
  write('selected_network', '1');
  write(KEY, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(code.loaded).toBe(0);
  write(KEY, PAYMENT);
  await vi.waitFor(() => expect(posts()).toBe(1), 20_000);
  expect(code.loaded).toBe(1);
});

test('a part of the page that is shown again does not post the stored payments again', async () => {
  page.localStorage.setItem(KEY, PAYMENT);
  const hide = await show();
  await vi.waitFor(() => expect(posts()).toBe(1), 20_000);
  hide();
  await vi.advanceTimersByTimeAsync(1_500);
  await show();
  await vi.advanceTimersByTimeAsync(100);
  expect(posts()).toBe(1);
});

test('a stored payment is posted once the page is online, if the code for it could not be loaded', async () => {
  page.localStorage.setItem(KEY, PAYMENT);
  code.isReachable = false;
  await show();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalled(), 20_000);
  expect(posts()).toBe(0);
  code.isReachable = true;
  page.window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(posts()).toBe(1), 20_000);
  page.window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(posts()).toBe(2), 20_000);
  await vi.advanceTimersByTimeAsync(100);
  expect(posts()).toBe(2);
});
