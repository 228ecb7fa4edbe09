import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeadlineError, withDeadline, within } from '#src/lib/time/with-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => undefined);

it('gives what arrives in time, and leaves no timer behind', async () => {
  await expect(withDeadline(Promise.resolve('here'), 1_000)).resolves.toBe('here');
  await expect(within(Promise.resolve('here'), 1_000)).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});

it('throws DeadlineError for what does not, of which the server makes null', async () => {
  const waits = Promise.allSettled([withDeadline(never(), 1_000), within(never(), 1_000)]);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waits).toEqual([
    { status: 'rejected', reason: expect.any(DeadlineError) },
    { status: 'fulfilled', value: null },
  ]);
});

it('passes on what the work throws', async () => {
  const broken = new Error('broken');
  await expect(withDeadline(Promise.reject(broken), 1_000)).rejects.toBe(broken);
  await expect(within(Promise.reject(broken), 1_000)).rejects.toBe(broken);
});
