import { withDeadline } from '#src/lib/time/with-deadline.ts';

/** Much longer than any pass whose parts keep to their own limits, in milliseconds. */
const PASS_WITHIN_MS = 300_000;

export interface Loop {
  /** Stops after the current pass; resolves when nothing is running any more. */
  stop(): Promise<void>;
}

/**
 * Runs `pass` repeatedly, `everyMs` after the last one ended; only stop() ends it. A pass that throws is reported and
 * tried again, and so is one that has not ended after `withinMs`, which may then overlap the next.
 */
export function startLoop(
  pass: () => Promise<void>,
  everyMs: number | (() => number),
  onError: (error: unknown) => void,
  { firstAfterMs = 0, withinMs = PASS_WITHIN_MS } = {},
): Loop {
  let stopped = false;
  let wake: () => void = () => undefined;
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    if (firstAfterMs > 0) await wait(firstAfterMs);
    while (!stopped) {
      try {
        await withDeadline(pass(), withinMs);
      } catch (error) {
        onError(error);
      }
      if (stopped) return;
      await wait(typeof everyMs === 'function' ? everyMs() : everyMs);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopped = true;
      wake();
      await running;
    },
  };
}
