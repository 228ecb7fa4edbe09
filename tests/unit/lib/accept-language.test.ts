import { expect, test } from 'vitest';
import { preferredLanguage } from '#src/lib/text/accept-language.ts';

const CODES = ['en', 'de', 'pt'] as const;

test.each([
  [undefined, null],
  ['', null],
  ['pt-BR', 'pt'],
  ['DE-de', 'de'],
  ['fr, de', 'de'],
  ['de;q=0.5, en;q=0.8', 'en'],
  ['de;q=0.5, en', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=0', null],
  ['de;Q=0.25;x=1, en;q=0.2', 'de'],
])('the visitor of %j reads %j', (header, code) => {
  expect(preferredLanguage(header, CODES)).toBe(code);
});

test.each(['2', '21', '-1', '1e3', '0.1234', '0,5', '.5', '0.5x', 'x0.5'])('a quality of %j is skipped', (quality) => {
  expect(preferredLanguage(`de;q=${quality}`, CODES)).toBeNull();
});

test('only the first thousand characters are read', () => {
  expect(preferredLanguage(`${' '.repeat(998)}de`, CODES)).toBe('de');
  expect(preferredLanguage(`${' '.repeat(1000)}de`, CODES)).toBeNull();
});
