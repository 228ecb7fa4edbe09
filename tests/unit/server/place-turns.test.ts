import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placeTurns, type Read } from '#src/server/http/place-turns.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setImmediate', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Reads of a place that end when told; `log` says what became of each. */
function crowd(areComing = () => false) {
  const turns = placeTurns(areComing);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string, { caller = 'a', place = 'here', isWanted = () => true }: Partial<Read> = {}) =>
    turns({
      ...{ place, caller, isWanted },
      start: (end) => {
        log.push(name);
        ends.set(name, end);
      },
      refuse: () => log.push(`no ${name}`),
    });
  const end = (name: string) => {
    ends.get(name)?.();
    vi.runAllTimers();
  };
  return { log, send, end };
}

test('two reads of a place run at once, and its callers take turns (S25)', () => {
  const { log, send, end } = crowd();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) send(name);
  for (const name of ['b1', 'b2']) send(name, { caller: 'b' });
  send('c1', { place: 'there' });
  expect(log).toEqual(['a1', 'a2', 'c1']);
  for (const name of ['a1', 'a2', 'a3', 'b1']) end(name);
  expect(log).toEqual(['a1', 'a2', 'c1', 'a3', 'b1', 'a4', 'b2']);
  // Told twice, it gives its place once.
  end('a1');
  expect(log).toHaveLength(7);
  end('a4');
  expect(log.at(-1)).toBe('a5');
});

test('a read whose caller has gone gets no turn, and one that has waited for ten seconds is refused (S25)', () => {
  const { log, send, end } = crowd();
  let isGone = false;
  for (const name of ['a1', 'a2']) send(name);
  for (const name of ['a3', 'a4']) send(name, { isWanted: () => !isGone });
  for (const name of ['a5', 'a6']) send(name);
  isGone = true;
  end('a1');
  expect(log).toEqual(['a1', 'a2', 'a5']);
  vi.advanceTimersByTime(10_000);
  send('a7');
  end('a2');
  expect(log).toEqual(['a1', 'a2', 'a5', 'no a6', 'a7']);
  for (const name of ['a5', 'a7']) end(name);
  for (const name of ['a8', 'a9', 'a10']) send(name);
  expect(log.slice(5)).toEqual(['a8', 'a9']);
});

test('the next read of a place lets connections come first, for a quarter of a second at most (S25)', () => {
  let areComing = true;
  const { log, send, end } = crowd(() => areComing);
  for (const name of ['a1', 'a2', 'a3', 'a4']) send(name);
  setTimeout(() => {
    areComing = false;
  }, 100);
  end('a1');
  expect(log).toEqual(['a1', 'a2', 'a3']);
  expect(performance.now()).toBeGreaterThanOrEqual(100);
  areComing = true;
  const before = performance.now();
  end('a2');
  expect(log).toEqual(['a1', 'a2', 'a3', 'a4']);
  expect(performance.now() - before).toBeGreaterThanOrEqual(250);
});
