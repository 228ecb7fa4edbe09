import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFixed, formatUnits, parseDecimal, toUnits } from '#src/lib/money/decimal.ts';

test.each([
  ['1.5', 6, 1_500_000n],
  ['1', 18, 10n ** 18n],
  ['0', 6, 0n],
  ['.5', 2, 50n],
  ['5.', 2, 500n],
  ['007', 0, 7n],
  ['0.0000009', 6, 0n],
  ['1.9999999', 6, 1_999_999n],
  ['9007199254740993', 0, 9_007_199_254_740_993n],
])('%s with %i decimals is %s', (text, decimals, units) => expect(parseDecimal(text, decimals)).toBe(units));

test.each(['', '.', 'abc', '-1', '+1', '1e3', '1,5', ' 1', '1 ', '1.2.3', '0x10', '١', 'NaN', 'Infinity', '1_000'])(
  '%j is not a decimal',
  (text) => {
    expect(parseDecimal(text, 6)).toBeNull();
    expect(() => toUnits(text, 6)).toThrow(RangeError);
  },
);

test('formatting and parsing are inverse, for any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
      const text = formatUnits(units, decimals);
      expect(parseDecimal(text, decimals)).toBe(units);
      expect(text).not.toMatch(/\.$|\.\d*0$/);
    }),
  );
});

test('a fixed number of digits is truncated, never rounded', () => {
  expect(formatFixed(1239n, 3, 2)).toBe('1.23');
  expect(formatFixed(1n, 3, 2)).toBe('0.00');
  expect(formatFixed(-1239n, 3, 2)).toBe('-1.23');
  expect(formatFixed(12n, 0, 2)).toBe('12.00');
  expect(formatFixed(19n, 1, 0)).toBe('1');
  expect(formatUnits(-1_500_000n, 6)).toBe('-1.5');
});

test('zero has no sign', () => {
  expect(formatUnits(0n, 6)).toBe('0');
  expect(formatFixed(0n, 6, 2)).toBe('0.00');
});

test('text with a number at its end is no number', () => {
  for (const text of ['x1', '-1', ' 1.5', '1 2']) expect(parseDecimal(text, 6), text).toBeNull();
});
