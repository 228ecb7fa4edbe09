import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leavePage, stubPage } from './stub-page.ts';

beforeEach(() => {
  stubPage();
});
afterEach(leavePage);

test('[R9.032] [R9.034] one toast is visible, the newest, for 5000 ms', async () => {
  const { $toasts, showToast } = await import('#src/stores/toasts.ts');
  showToast({ key: 'refreshing' });
  const id = showToast({ key: 'refreshComplete', variant: 'success' });
  expect($toasts.get()).toEqual([
    {
      id,
      key: 'refreshComplete',
      values: {},
      textKey: null,
      text: null,
      requestId: null,
      payment: null,
      variant: 'success',
      open: true,
      durationMs: 5_000,
    },
  ]);
});

test('[R9.033] a dismissed toast is removed 1,000,000 ms later', async () => {
  const { $toasts, showToast, dismissToast } = await import('#src/stores/toasts.ts');
  const id = showToast({ key: 'refreshing' });
  dismissToast(id);
  dismissToast(id);
  expect($toasts.get()).toMatchObject([{ id, open: false }]);
  await vi.advanceTimersByTimeAsync(999_999);
  expect($toasts.get()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect($toasts.get()).toEqual([]);
});

test('a queued toast is shown once, and a damaged one not at all', async () => {
  const { $toasts, queueToast, showQueuedToast } = await import('#src/stores/toasts.ts');
  queueToast({ key: 'networkSwitched', values: { chain: 'BSC' } });
  showQueuedToast();
  showQueuedToast();
  expect($toasts.get()).toMatchObject([{ id: 1, key: 'networkSwitched' }]);
  sessionStorage.setItem('synx_toasts_after_reload', '{');
  showQueuedToast();
  expect($toasts.get()).toHaveLength(1);
});
