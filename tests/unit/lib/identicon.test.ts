import { expect, test } from 'vitest';
import { identicon } from '#src/components/verify/identicon.ts';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('the pattern of an address is mirrored, and the same in every letter case', () => {
  const drawn = identicon(ADDRESS);
  expect(identicon(ADDRESS.toLowerCase())).toEqual(drawn);
  const at = (x: number, y: number) => drawn.cells.find((cell) => cell.x === x && cell.y === y)?.color;
  for (let y = 0; y < 8; y += 1) for (let x = 0; x < 4; x += 1) expect(at(x, y)).toBe(at(7 - x, y));
});

test('one changed character changes the pattern', () => {
  expect(identicon(`${ADDRESS.slice(0, -1)}9`)).not.toEqual(identicon(ADDRESS));
});
