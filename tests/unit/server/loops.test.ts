import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeadlineError } from '#src/lib/time/with-deadline.ts';
import { startLoop } from '#src/server/platform/util/loops.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a pass that never ends is reported and does not end its loop (S22)', async () => {
  const errors: unknown[] = [];
  let passes = 0;
  const pass = async () => {
    passes += 1;
    if (passes === 1) await new Promise(() => undefined);
  };
  const loop = startLoop(pass, 1_000, (error) => errors.push(error), { withinMs: 5_000 });
  await vi.advanceTimersByTimeAsync(4_999);
  expect([passes, errors]).toEqual([1, []]);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(errors).toEqual([expect.any(DeadlineError)]);
  expect(passes).toBe(2);
  await loop.stop();
});
