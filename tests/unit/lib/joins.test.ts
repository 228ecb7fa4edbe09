import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { formatEstimate } from '#src/lib/airdrop/estimate.ts';
import { formatUsd } from '#src/lib/text/format-number.ts';
import { asLabel, gapOf, inBrackets, listOf } from '#src/lib/text/joins.ts';

const table: readonly (readonly [Locale, string, string, string, string])[] = [
  ['en', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['es', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['fr', 'a b', 'a (b)', 'a\u00a0: b', 'a, b, c'],
  ['de', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['zh', 'ab', 'a（b）', 'a：b', 'a、b、c'],
  ['ja', 'ab', 'a（b）', 'a：b', 'a、b、c'],
  ['ru', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['it', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['pt', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['nl', 'a b', 'a (b)', 'a: b', 'a, b, c'],
  ['ar', 'a b', 'a (b)', 'a: b', 'a، b، c'],
  ['hi', 'a b', 'a (b)', 'a: b', 'a, b, c'],
];

describe('texts are joined with the marks of the language', () => {
  it.each(table)('%s', (locale, sentences, brackets, label, list) => {
    const { tag } = LOCALES[locale];
    expect(`a${gapOf(tag)}b`).toBe(sentences);
    expect(`a${inBrackets('b', tag)}`).toBe(brackets);
    expect(`${asLabel('a', tag)}b`).toBe(label);
    expect(listOf(['a', 'b', 'c'], tag)).toBe(list);
  });
});

it.each([
  ['en', '1.234'],
  ['de', '1,234'],
  ['ru', '1,234'],
  ['hi', '12.34 लाख'],
  ['ja', '123.4万'],
  ['zh', '123.4 万'],
] as const)('an estimate of 1.234 million is counted as readers of %s do', (locale, expected) => {
  expect(formatEstimate('1.234', LOCALES[locale].tag)).toBe(expected);
});

it.each([
  ['en', '$5.00'],
  ['de', '5,00 $'],
  ['pt', 'US$ 5,00'],
  ['ar', '5.00 دولار'],
] as const)('dollars are named as readers of %s do', (locale, expected) => {
  expect(formatUsd('5', LOCALES[locale].tag).replace(/[\u00a0\u202f]/g, ' ')).toBe(expected);
});
