export interface Loop {
  /** Stops after the pass under way; resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/**
 * Runs `pass` again and again, `everyMs` after the last one ended, never twice at once. A pass that throws is reported
 * and tried again after the same time: a loop only ends by stop().
 */
export function startLoop(pass: () => Promise<void>, everyMs: number, onError: (error: unknown) => void): Loop {
  let stopped = false;
  let wake: () => void = () => undefined;
  const run = async () => {
    while (!stopped) {
      try {
        await pass();
      } catch (error) {
        onError(error);
      }
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
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
