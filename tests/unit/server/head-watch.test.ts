import { describe, expect, test } from 'vitest';
import {
  isClockOff,
  isStalled,
  nextSeen,
  type SeenHead,
  STALL_AFTER_MS,
} from '#src/server/platform/chains/head-watch.ts';

const block = (name: string, number = 100n) => ({ number, hash: `0x${name}`, time: 1_000n });
const old = async () => true;
const fresh = async () => false;
const unasked = () => Promise.reject(new Error('the wall clock was asked'));

/** Looks at these heads ten seconds apart, the first of which is fresh; the state after the last one. */
async function looks(heads: readonly ReturnType<typeof block>[]): Promise<{ seen: SeenHead; at: number }> {
  let seen: SeenHead | undefined;
  let at = 0;
  for (const head of heads) {
    at += 10_000;
    seen = await nextSeen(seen, head, at, seen === undefined ? fresh : unasked);
  }
  if (seen === undefined) throw new RangeError('no look');
  return { seen, at };
}

describe('a head', () => {
  test('that comes back is not new, however many sources take turns in showing theirs', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((name, place) => block(name, 100n - BigInt(place)));
    const { seen, at } = await looks([...five, ...five, ...five, ...five]);
    expect(seen.movedAt).toBe(50_000);
    expect(isStalled(seen, at, STALL_AFTER_MS)).toBe(false);
    expect(isStalled(seen, 50_000 + STALL_AFTER_MS - 1, STALL_AFTER_MS)).toBe(false);
    expect(isStalled(seen, 50_000 + STALL_AFTER_MS, STALL_AFTER_MS)).toBe(true);
  });

  test('that was never shown is new, even below the previous one', async () => {
    const { seen, at } = await looks([block('a', 9_000n), block('b', 9_001n), block('c', 100n)]);
    expect(seen.movedAt).toBe(at);
  });

  test('that is old at first sight has been stopped for too long, until another one comes', async () => {
    const first = await nextSeen(undefined, block('a'), 0, old);
    expect(isStalled(first, 0, STALL_AFTER_MS)).toBe(true);
    const again = await nextSeen(first, block('a'), 10_000, unasked);
    expect(isStalled(again, 10_000, STALL_AFTER_MS)).toBe(true);
    const next = await nextSeen(again, block('b'), 20_000, unasked);
    expect(isStalled(next, 20_000, STALL_AFTER_MS)).toBe(false);
  });

  test('that came while nobody watched has not been seen to move', async () => {
    const { seen } = await looks([block('a'), block('b')]);
    const later = seen.lookedAt + 600_000;
    expect(isStalled(await nextSeen(seen, block('c'), later, old), later, STALL_AFTER_MS)).toBe(true);
    expect(isStalled(await nextSeen(seen, block('c'), later, fresh), later, STALL_AFTER_MS)).toBe(false);
    expect(isStalled(await nextSeen(seen, block('b'), later, unasked), later, STALL_AFTER_MS)).toBe(true);
  });

  test('of a chain that mines only on demand may stay for ever', async () => {
    const { seen } = await looks([block('a')]);
    expect(isStalled(seen, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY)).toBe(false);
  });
});

test.each([
  ['all by the same', [3_600_000, 3_598_000, 3_610_000], true],
  ['all in the future by the same', [-3_600_000, -3_598_000, -3_610_000], true],
  ['of the two that answer', [200_000, 190_000], true],
  ['by a little', [179_000, 180_000, 180_000], false],
  ['one chain only', [3_600_000, 2_000, 1_000], false],
  ['by different times', [3_600_000, 3_000_000, 3_600_000], false],
  ['in both directions', [3_600_000, -3_600_000], false],
  ['with one chain alone to tell', [3_600_000], false],
  ['with nothing to tell', [], false],
])('a clock off %s', (_, ahead, isOff) => {
  expect(isClockOff(ahead, STALL_AFTER_MS)).toBe(isOff);
});
