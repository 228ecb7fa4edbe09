import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAsking } from '#src/client/poll.ts';
import { RequestError } from '#src/client/request.ts';

let hidden = false;
let onChange = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.stubGlobal('document', {
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, listener: () => void) => {
      onChange = listener;
    },
    removeEventListener: () => undefined,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Polls given answers one after the other; an Error is thrown. */
function start(answers: readonly (number | null | Error)[]) {
  const asked: number[] = [];
  const shown: unknown[] = [];
  const failed: unknown[] = [];
  const begun = Date.now();
  const stop = keepAsking<number | null>({
    load: async () => {
      const answer = answers[asked.length];
      asked.push((Date.now() - begun) / 1000);
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
    secondsOf: (answer) => answer,
    show: (answer) => shown.push(answer),
    fail: (error) => failed.push(error),
  });
  return { asked, shown, failed, stop };
}

it('asks again after the seconds each answer names, and not after the last', async () => {
  const { asked, shown } = start([3, 10, null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([0, 3, 13]);
  expect(shown).toEqual([3, 10, null]);
});

it('never polls while the page is hidden, and at once when it is visible again', async () => {
  const { asked } = start([5, null]);
  await vi.advanceTimersByTimeAsync(1_000);
  hidden = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toEqual([0]);
  hidden = false;
  onChange();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([0, 601]);
});

it('waits longer after each failure in a row, and as stated after the next answer', async () => {
  const down = new TypeError('network');
  const { asked, failed } = start([down, down, down, 5, null]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual([0, 2, 6, 14, 19]);
  expect(failed).toHaveLength(3);
});

it('gives up if the request itself is wrong, but not if it came too often', async () => {
  const wrong = start([new RequestError(400, 'Bad Request', '')]);
  const often = start([new RequestError(429, 'Too Many Requests', ''), null]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(wrong.asked).toHaveLength(1);
  expect(often.asked).toHaveLength(2);
});

it('shows nothing that arrives after it was stopped', async () => {
  const { shown, stop } = start([5]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown).toEqual([]);
});
