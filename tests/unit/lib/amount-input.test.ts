import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanAmountInput, readAmountInput } from '#src/lib/money/amount-input.ts';
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

/** Zero, decimal mark and grouping mark as people of a place write them, listed by hand. */
const WRITTEN: Readonly<Record<string, readonly [zero: string, decimal: string, group: string]>> = {
  'en, Latin': ['0', '.', ','],
  'de, Latin': ['0', ',', '.'],
  'fr, Latin with narrow spaces': ['0', ',', '\u202f'],
  'ru, Latin with spaces that do not break': ['0', ',', '\u00a0'],
  'Swiss, with apostrophes': ['0', '.', '’'],
  Arabic: ['٠', '٫', '٬'],
  'Arabic with the comma of its keyboard': ['٠', '،', '.'],
  Persian: ['۰', '٫', '٬'],
  Urdu: ['۰', '.', ','],
  Devanagari: ['०', '.', ','],
  Bengali: ['০', '.', ','],
  Gurmukhi: ['੦', '.', ','],
  Gujarati: ['૦', '.', ','],
  Tamil: ['௦', '.', ','],
  Thai: ['๐', '.', ','],
  Tibetan: ['༠', '.', ','],
  Burmese: ['၀', '.', ','],
  Khmer: ['០', ',', '.'],
  'Japanese, full-width': ['０', '．', '，'],
  'Chinese, with its full stop': ['0', '。', '，'],
  'Chinese, half-width full stop': ['0', '｡', '､'],
  'Chakma, beyond the first plane': ['𑄶', '.', ','],
  mathematical: ['𝟎', '.', ','],
};

/** A number of whole and decimal digits as a place writes it, in groups of three from the right. */
function written(whole: string, fraction: string, [zero, decimal, group]: (typeof WRITTEN)[string]): string {
  const own = (digits: string) =>
    digits.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));
  const groups: string[] = [];
  for (let rest = whole; rest !== ''; rest = rest.slice(0, -3)) groups.unshift(own(rest.slice(-3)));
  return `${groups.join(group)}${fraction === '' ? '' : `${decimal}${own(fraction)}`}`;
}

test.each(Object.entries(WRITTEN))(
  '[R5.005] %s: an amount is neither a hundred times too large nor lost',
  (_, place) => {
    const digits = (min: number, max: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
    const wholes = fc.oneof(
      fc.constant('0'),
      digits(0, 7).map((rest) => `1${rest}`),
    );
    fc.assert(
      fc.property(wholes, digits(1, 6), (whole, fraction) => {
        expect(readAmountInput(written(whole, fraction, place), 18)).toEqual({
          amount: `${whole}.${fraction}`,
          leftOut: [],
        });
        const plain = written(whole, '', place);
        // One group mark may be the decimal mark of another place: the smaller of the two amounts is read.
        if (whole.length < 4 || whole.length > 6) expect(readAmountInput(plain, 18).amount).toBe(whole);
      }),
      { numRuns: 60 },
    );
  },
);

test.each<[typed: string, amount: string, ...leftOut: string[]]>([
  ['5e-2', '52', 'e-'],
  ['1E3', '13', 'E'],
  ['-5', '5', '-'],
  ['−0.05', '0.05', '−'],
  ['0.05-0.5', '0.0505', '-', '.'],
  ['5–7', '57', '–'],
  ['1…5', '15', '…'],
  ['$5', '5', '$'],
  ['5 USDC', '5', 'USDC'],
  ['5%', '5', '%'],
  ['½', '', '½'],
  ['1½', '1', '½'],
  ['10²', '10', '²'],
  ['①', '', '①'],
  ['五', '', '五'],
  ['0x10', '010', 'x'],
  ['abc', '', 'abc'],
  ['1.2.3', '1.23', '.'],
  ['1,2,3', '1.23', ','],
  ['1,5.3', '15.3', ','],
  ['5 10', '510', '␣'],
  ["1'5", '15', "'"],
  ['0.05 0.06', '0.05006', '␣', '.'],
])('[R5.005] what %j has besides an amount is named, so that nobody pays %j unknowingly', (typed, amount, ...leftOut) =>
  expect(readAmountInput(typed, 18, 'ETH')).toEqual({ amount, leftOut }),
);

test.each([
  ['0.05 ETH', '0.05'],
  ['eth 0,05', '0.05'],
  ['\u20680.05\u2069', '0.05'],
  [' 0.05\n', '0.05'],
  ['1,00,000', '100000'],
  ['12,34,567.5', '1234567.5'],
  ['1,2345,6789', '123456789'],
  ['1.234.567', '1234567'],
  ['0.123 456 7', '0.1234567'],
  ['1_000', '1000'],
  ['1.', '1.'],
  ['.5', '.5'],
])('[R5.005] %j is %s, and nothing of it was left out', (typed, amount) =>
  expect(readAmountInput(typed, 18, 'ETH')).toEqual({ amount, leftOut: [] }),
);

test('[R5.005] the decimal digits of every script that this machine can write are read', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const digits = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false }).format(1234567890);
    if (!/^\p{Nd}{10}$/u.test(digits)) continue;
    expect(readAmountInput(digits, 18), system).toEqual({ amount: '1234567890', leftOut: [] });
  }
});
