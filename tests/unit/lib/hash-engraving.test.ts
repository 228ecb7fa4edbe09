import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ENGRAVING_RADIUS, hashEngraving, MOST_LINES } from '#src/lib/engraving/hash-engraving.ts';

const HASH = '0x7cbc80b82a1048c09bd130f0fefecab54ca6f8b011a11865d92df39737bb6150';

const hashes = Array.from({ length: 200 }, (_, seed) => `0x${createHash('sha256').update(String(seed)).digest('hex')}`);

it('draws the same lines for the same hash, in every letter case', () => {
  expect(hashEngraving(HASH)).toEqual(hashEngraving(`0x${HASH.slice(2).toUpperCase()}`));
});

it('is the drawing that receipts already printed have', () => {
  const drawn = hashEngraving(HASH);
  const lines = drawn.map(({ path, turns }) => `${turns.length} from ${turns[0]}: ${path.slice(0, 24)}`);
  expect(lines).toMatchInlineSnapshot(`
    [
      "9 from 141.535: M482 -3.7q-1.1 3.7-14.7 ",
      "8 from 138.281: M392 -8.1q19.9 8.1 22.7 ",
      "10 from 143.156: M291.7 -6.9q27.8 6.9 39.",
      "7 from 155.986: M208.6 -4q12.6 4 33.8 9.",
      "10 from 139.821: M142 -4.8q13.4 4.8 12 10",
      "7 from 142.734: M75.9 -1.8q5.4 1.8 6.9 4",
    ]
  `);
});

it('changes with each of the 32 bytes, by one step', () => {
  const drawn = JSON.stringify(hashEngraving(HASH));
  for (let byte = 0; byte < 32; byte += 1) {
    const at = 3 + 2 * byte;
    const digit = (Number.parseInt(HASH[at] ?? '0', 16) ^ 1).toString(16);
    const other = HASH.slice(0, at) + digit + HASH.slice(at + 1);
    expect(JSON.stringify(hashEngraving(other)), `byte ${byte}`).not.toBe(drawn);
  }
});

it('has few enough lines to be painted at once, all within its radius', () => {
  for (const hash of hashes) {
    const drawn = hashEngraving(hash);
    expect(drawn.reduce((sum, { turns }) => sum + turns.length, 0)).toBeLessThanOrEqual(MOST_LINES);
    expect(drawn.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(30_000);
    expect(Math.max(...drawn.flatMap(({ path }) => pointsOf(path)))).toBeLessThan(ENGRAVING_RADIUS);
  }
});

it('refuses what is no hash of 32 bytes', () => {
  for (const text of ['', '0x', HASH.slice(0, -1), `${HASH}0`, HASH.replace('7c', 'zz')])
    expect(() => hashEngraving(text)).toThrow(RangeError);
});

/** How far the ends of a path's curves are from the centre. */
function pointsOf(path: string): number[] {
  const [startX = 0, startY = 0, ...steps] = (path.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  let [x, y] = [startX, startY];
  const far: number[] = [];
  for (let at = 0; at + 3 < steps.length; at += 4) {
    x += steps[at + 2] ?? 0;
    y += steps[at + 3] ?? 0;
    far.push(Math.hypot(x, y));
  }
  return far;
}
