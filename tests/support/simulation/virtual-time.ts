import { setImmediate as turn } from 'node:timers';

interface Due {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

/** The one clock of a simulation: it waits until everything that can happen now has happened. */
export interface VirtualTime {
  /** Milliseconds since the start; never goes back. */
  now(): number;
  /** Work that takes time: everything that falls due meanwhile happens late. */
  spend(milliseconds: number): void;
  /** Calls `run` once that many milliseconds have passed; returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
  /** A promise of that time. */
  wait(milliseconds: number): Promise<void>;
  /** Lets time pass until `until` says so, or the time is `end`; everything due in between happens in a fixed order. */
  pass(end: number, until?: () => boolean): Promise<void>;
}

/**
 * Runs `play` with a separate clock in place of the machine's: `setTimeout`, `clearTimeout` and `performance.now` of
 * the whole process belong to it until `play` ends. What happens depends on nothing but the calls it receives.
 */
export async function inVirtualTime<Result>(play: (time: VirtualTime) => Promise<Result>): Promise<Result> {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const time = createTime();
  const pending = new Map<object, () => void>();
  const setVirtual = (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
    const timer = { ref: () => timer, unref: () => timer, hasRef: () => true };
    const cancel = time.after(milliseconds, () => {
      pending.delete(timer);
      run(...values);
    });
    pending.set(timer, cancel);
    return timer;
  };
  const clearVirtual = (timer?: object) => {
    if (timer === undefined) return;
    pending.get(timer)?.();
    pending.delete(timer);
  };
  Object.assign(globalThis, { setTimeout: setVirtual, clearTimeout: clearVirtual });
  performance.now = time.now;
  try {
    return await play(time);
  } finally {
    Object.assign(globalThis, real);
    // The machine's own is a method of the prototype.
    Reflect.deleteProperty(performance, 'now');
  }
}

function createTime(): VirtualTime {
  const heap: Due[] = [];
  let now = 0;
  let order = 0;
  const after: VirtualTime['after'] = (milliseconds, run) => {
    order += 1;
    const due: Due = { at: now + Math.max(0, milliseconds), order, run };
    push(heap, due);
    return () => {
      due.run = null;
    };
  };
  return {
    now: () => now,
    spend: (milliseconds) => {
      now += milliseconds;
    },
    after,
    wait: (milliseconds) => new Promise((resolve) => void after(milliseconds, resolve)),
    pass: async (end, until = () => false) => {
      for (;;) {
        await settled();
        if (until()) return;
        const next = heap[0];
        if (next === undefined || next.at > end) {
          now = Math.max(now, end);
          return;
        }
        now = Math.max(now, next.at);
        for (let due = heap[0]; due !== undefined && due.at <= now; due = heap[0]) {
          pop(heap);
          due.run?.();
        }
      }
    },
  };
}

/** Once every promise that can be kept has been: they all come before the next turn of the event loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => void turn(resolve));
}

function isBefore(a: Due | undefined, b: Due | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Due[], due: Due): void {
  let place = heap.push(due) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = heap[parent] as Due;
    if (!isBefore(due, above)) break;
    heap[place] = above;
    heap[parent] = due;
    place = parent;
  }
}

function pop(heap: Due[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let place = 0;
  heap[0] = last;
  for (;;) {
    const left = 2 * place + 1;
    const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    const below = heap[child];
    if (below === undefined || !isBefore(below, last)) return;
    heap[place] = below;
    heap[child] = last;
    place = child;
  }
}
