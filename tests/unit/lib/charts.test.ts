import { describe, expect, test } from 'vitest';
import { PHASES } from '#src/config/sale.ts';
import { barParts } from '#src/lib/charts/bar-parts.ts';
import { areaPath, curvePath, frameOf } from '#src/lib/charts/curve.ts';
import { gaugeArc, gaugeFill, gaugePoint } from '#src/lib/charts/gauge.ts';
import { ladderSteps, raisedWidth, soldOf } from '#src/lib/charts/price-ladder.ts';
import { timelinePlaces } from '#src/lib/charts/timeline.ts';

const widths = (parts: readonly { width: number }[]) => parts.map(({ width }) => Math.round(width * 100) / 100);

describe('the parts of a bar', () => {
  test('an empty one has none', () => expect(widths(barParts([0n, 0n, -5n]))).toEqual([0, 0, 0]));

  test('one amount fills it', () =>
    expect(barParts([0n, 7n])).toEqual([
      { start: 0, width: 0 },
      { start: 0, width: 100 },
    ]));

  test('they are next to each other, fill it, and none above zero disappears', () => {
    const parts = barParts([10n ** 24n, 1n, 10n ** 24n]);
    expect(widths(parts)).toEqual([49.94, 0.1, 49.94]);
    expect(parts.map(({ start }) => Math.round(start))).toEqual([0, 50, 50]);
  });

  test('fifty of them still fill it', () => {
    const parts = barParts(Array.from({ length: 50 }, (_, index) => BigInt(index + 1)));
    expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100, 0);
  });
});

describe('a curve', () => {
  test('without a point it is empty', () => {
    expect(curvePath([], frameOf([]))).toBe('');
    expect(areaPath([], frameOf([]))).toBe('');
  });

  test('of nothing it is flat at the bottom, not steep', () => {
    const points = [0, 10].map((at) => ({ at, value: 0 }));
    expect(curvePath(points, frameOf(points))).toBe('M0 100L100 100');
  });

  test('in a longer frame, what happened within a second is a dot at its beginning', () => {
    const points = [0, 1].map((at) => ({ at, value: at * 0.000001 }));
    expect(curvePath(points, { from: 0, to: 31_536_000, top: 1 })).toBe('M0 100L0 100');
  });

  test('it rises to the headroom, and its area closes along the bottom', () => {
    const points = [
      { at: 0, value: 0 },
      { at: 5, value: 1 },
      { at: 10, value: 2 },
    ];
    expect(curvePath(points, frameOf(points))).toBe('M0 100L50 54L100 8');
    expect(areaPath(points, frameOf(points))).toBe('M0 100L50 54L100 8V100H0z');
    expect(curvePath(points, frameOf(points), true)).toBe('M0 100H50V54H100V8');
  });

  test('ten thousand points stay within the drawing', () => {
    const points = Array.from({ length: 10_000 }, (_, index) => ({ at: index, value: index }));
    const numbers =
      curvePath(points, frameOf(points))
        .match(/[\d.]+/g)
        ?.map(Number) ?? [];
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThanOrEqual(100);
  });
});

describe('a timeline', () => {
  const frame = { from: 100, to: 300 };

  test('without a moment it has no place, and without a length every moment is at its beginning', () => {
    expect(timelinePlaces([], frame)).toEqual([]);
    expect(timelinePlaces([100], { from: 100, to: 100 })).toEqual([{ x: 0, level: 0 }]);
  });

  test('it is at one scale, and one moment is next to the line', () => {
    expect(timelinePlaces([250], frame)).toEqual([{ x: 75, level: 0 }]);
    expect(timelinePlaces([100, 200, 300], frame).map(({ x }) => x)).toEqual([0, 50, 100]);
  });

  test('those that would cover another are further out, and the next with room is next to the line again', () => {
    const places = timelinePlaces([100, 102, 104, 111, 200], frame);
    expect(places.map(({ level }) => level)).toEqual([0, 1, 2, 0, 0]);
  });

  test('of many at one moment, none covers another', () => {
    const places = timelinePlaces(new Array(40).fill(200), frame);
    expect(new Set(places.map(({ level }) => level)).size).toBe(40);
    expect(places.every(({ x }) => x === 50)).toBe(true);
  });
});

describe('a gauge', () => {
  test('is empty without a part or a whole', () => {
    expect(gaugeFill(0n, 10n)).toBe(0);
    expect(gaugeFill(5n, 0n)).toBe(0);
    expect(gaugeArc(0)).toBe('');
  });

  test('shows that there is something, however little', () => expect(gaugeFill(1n, 10n ** 20n)).toBe(0.004));

  test('is half full at half, and full at the whole and beyond', () => {
    expect(gaugeFill(5n, 10n)).toBe(0.5);
    expect(gaugePoint(0.5, 84)).toEqual([0, -84]);
    expect(gaugeArc(0.5)).toBe('M-84 0A84 84 0 0 1 0 -84');
    expect(gaugeFill(10n ** 20n, 10n)).toBe(1);
    expect(gaugeArc(1)).toBe('M-84 0A84 84 0 0 1 84 0');
  });
});

describe('the ladder of prices', () => {
  test('a step is as wide as what it sells, and as high as its price', () => {
    expect(ladderSteps(PHASES)).toEqual([
      { phase: 1, start: 0, width: 40.04, height: 39.39 },
      { phase: 2, start: 40.04, width: 40.04, height: 66.67 },
      { phase: 3, start: 80.08, width: 19.92, height: 100 },
    ]);
  });

  test('nothing sold is at its beginning, and one purchase is seen there', () => {
    expect(soldOf(PHASES, 1, 197_000_000n)).toEqual({ widths: [0, 0, 0], at: 0 });
    expect(soldOf(PHASES, 1, 196_999_975n)).toEqual({ widths: [0.3, 0, 0], at: 0 });
  });

  test('the middle of the second phase is in the middle of the second step', () => {
    expect(soldOf(PHASES, 2, 98_500_000n)).toEqual({ widths: [40.04, 20.02, 0], at: 60.06 });
  });

  test('sold out is its end, and a stock above the supply is nothing sold', () => {
    expect(soldOf(PHASES, 3, 0n)).toEqual({ widths: [40.04, 40.04, 19.92], at: 100 });
    expect(soldOf(PHASES, 3, 99_000_000n)).toEqual({ widths: [40.04, 40.04, 0], at: 80.08 });
  });
});

test('what is raised of a goal is nothing, then seen however little it is, and no more than the whole', () => {
  const goal = 5_000_000_000_000n;
  const widths = [-1n, 0n, 1n, 50_000_000n, goal / 4n, goal, 3n * goal].map((raised) => raisedWidth(raised, goal));
  expect(widths).toEqual([0, 0, 0.6, 0.6, 25, 100, 100]);
});
