import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanAmountInput } from '#src/lib/money/amount-input.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';

test.each([
  ['1', 18, '1'],
  ['1.5', 18, '1.5'],
  ['1,5', 18, '1.5'],
  ['1.', 18, '1.'],
  ['.5', 18, '.5'],
  ['1.2.3', 18, '1.23'],
  ['1..5', 18, '1.5'],
  ['1.234,5', 18, '1234.5'],
  ['1,234.5', 18, '1234.5'],
  ['1.234.567,89', 18, '1234567.89'],
  ['1,234,567.89', 18, '1234567.89'],
  ['1,234,567', 18, '1234567'],
  ['٣٫٥', 18, '3.5'],
  ['٣٬٠٠٠٫٥', 18, '3000.5'],
  ['۱۲٫۵', 18, '12.5'],
  ['१२.५', 18, '12.5'],
  ['१२,५', 18, '12.5'],
  ['$1.5', 18, '1.5'],
  ['1 000', 18, '1000'],
  ['1 000,5', 18, '1000.5'],
  ['-5', 18, '5'],
  ['1e3', 18, '13'],
  ['abc', 18, ''],
  ['', 18, ''],
  ['0x10', 18, '010'],
  ['1.123456789', 6, '1.123456'],
  ['1,123456789', 6, '1.123456'],
  ['1.9', 0, '1.'],
])('[R5.005] %j with %i decimals becomes %j', (typed, decimals, kept) =>
  expect(cleanAmountInput(typed, decimals)).toBe(kept),
);

test('[R5.005] any typed text becomes digits and at most one dot, within the token’s decimals', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'0123456789.,٣٫٬१۵ e-+') }),
  );
  fc.assert(
    fc.property(typed, fc.constantFrom(6, 18), (text, decimals) => {
      const kept = cleanAmountInput(text, decimals);
      expect(kept).toMatch(/^\d*(\.\d*)?$/);
      expect((kept.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
      expect(cleanAmountInput(kept, decimals)).toBe(kept);
      if (/\d/.test(kept)) expect(parseDecimal(kept, decimals)).not.toBeNull();
    }),
    { numRuns: 1_000 },
  );
});
