import { expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/config/locales.ts';
import { LANGUAGE } from '#src/config/storage-keys.ts';

it('[R3.051] every language has its code, its own name and a flag', () => {
  expect(LOCALE_CODES.toSorted()).toEqual('ar de en es fr hi it ja nl pt ru zh'.split(' '));
  const entries = LOCALE_CODES.map((code) => LOCALES[code]);
  expect(new Set(entries.map(({ name }) => name)).size).toBe(12);
  for (const { flag } of entries) expect(flag).toMatch(/^[\u{1F1E6}-\u{1F1FF}]{2}$/u);
});

it('[R3.008] the key of the stored language contains the name of the project', () => {
  expect(LANGUAGE.toLowerCase()).toContain('synx');
});
