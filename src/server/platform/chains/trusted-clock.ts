import { isClockOff } from './head-watch.ts';

/** How far the machine's clock may be from the chains', or jump, before we distrust it; in milliseconds. */
export const CLOCK_OFF_MS = 180_000;

/** The time a process works with, whatever its machine's clock shows (S27); milliseconds since 1970. */
export interface TrustedClock {
  readonly now: () => number;
  /** The machine's own clock, right or wrong. */
  readonly machine: () => number;
  /** Takes the chains' present times (ms), by their newest blocks. */
  readonly learn: (chainTimes: readonly number[]) => void;
  /** Whether a chain has confirmed this time since the start. Until then nothing is dated for good by it. */
  readonly isConfirmed: () => boolean;
}

/**
 * Follows the machine's clock. After a jump, time goes on by the monotonic clock until a chain confirms it; if two
 * chains contradict it by the same amount, theirs counts. `confirmed` means that it needs no chain from the start.
 */
export function createTrustedClock(
  machine: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
  confirmed = true,
): TrustedClock {
  let last = { time: machine(), at: monotonic() };
  let isConfirmed = confirmed;
  const now = () => {
    const at = monotonic();
    const expected = last.time + (at - last.at);
    const shown = machine();
    if (Math.abs(shown - expected) > CLOCK_OFF_MS) return Math.round(expected);
    last = { time: shown, at };
    return shown;
  };
  const agree = (time: number, others: readonly number[]) =>
    others.some((other) => Math.abs(time - other) <= CLOCK_OFF_MS);
  return {
    now,
    machine,
    learn: (chainTimes) => {
      const believed = now();
      const at = monotonic();
      const ahead = chainTimes.map((time) => believed - time);
      if (!agree(believed, chainTimes)) {
        if (agree(machine(), chainTimes)) last = { time: machine(), at };
        else if (isClockOff(ahead, CLOCK_OFF_MS)) last = { time: Math.max(...chainTimes), at };
        else return;
      }
      isConfirmed = true;
    },
    isConfirmed: () => isConfirmed,
  };
}
