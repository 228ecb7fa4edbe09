import { expect, test } from 'vitest';
import { areaFigures, belowFloor, raised } from '#tests/coverage/areas.ts';

const count = (covered: number, total: number) => ({ covered, total });
const SUMMARY = {
  total: { lines: count(0, 0), branches: count(0, 0) },
  '/src/lib/money/a.ts': { lines: count(9, 10), branches: count(1, 4) },
  '/src/lib/b.ts': { lines: count(0, 10), branches: count(0, 0) },
  '/src/server/payments/credit/c.ts': { lines: count(3, 3), branches: count(0, 0) },
  '/src/server/start.ts': { lines: count(1, 2), branches: count(1, 2) },
};
const figures = areaFigures(SUMMARY, (file) => file.slice(1));

test('coverage is counted by area, over all of its files', () => {
  expect(figures).toEqual([
    { area: 'lib', lines: 45, branches: 25 },
    { area: 'server', lines: 50, branches: 50 },
    { area: 'server/payments', lines: 100, branches: 100 },
  ]);
});

test('a figure below its floor is named, and floors only rise', () => {
  expect(belowFloor(figures, { lib: { lines: 45, branches: 25 } })).toEqual([]);
  expect(belowFloor(figures, { lib: { lines: 46, branches: 25 }, server: { lines: 50, branches: 51 } })).toEqual([
    'lib: 45.0 % of the lines and 25.0 % of the branches run, formerly 46 % and 25 %.',
    'server: 50.0 % of the lines and 50.0 % of the branches run, formerly 50 % and 51 %.',
  ]);
  expect(raised(figures, { lib: { lines: 60, branches: 20 } })).toEqual({
    lib: { lines: 60, branches: 25 },
    server: { lines: 50, branches: 50 },
    'server/payments': { lines: 100, branches: 100 },
  });
});
