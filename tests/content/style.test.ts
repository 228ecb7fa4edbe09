import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { checkStyle, type StyleUnit } from '#src/build/content/check-style.ts';
import { GLOSSARY, type Glossary, parseGlossary } from '#src/build/content/glossary.ts';
import { styleUnits } from '#src/build/content/style-units.ts';
import { untranslated } from '#src/build/content/untranslated.ts';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';

const words = (word: string) => Object.fromEntries(LOCALE_CODES.map((code) => [code, word]));
const glossary: Glossary = {
  conforming: ['en'],
  names: ['Ethereum, BSC, Polygon'],
  terms: [
    {
      term: 'IP address',
      words: { ...words('IP'), en: 'IP address', de: 'IP-Adresse' },
      avoid: { de: ['Internetadresse'] },
    },
  ],
  phrases: { en: { 'by itself': 'automatically' } },
};
const check = (locale: Locale, text: string, english = text, key: string | null = 'some.key') =>
  checkStyle(locale, [{ where: 'here', key, text, english } satisfies StyleUnit], glossary);

test('the languages listed as conforming do conform', () => {
  for (const locale of GLOSSARY.conforming as Locale[]) expect(checkStyle(locale, styleUnits('.', locale))).toEqual([]);
});

test('the glossary has a word for every term in every language', () => {
  expect(GLOSSARY.terms.length).toBeGreaterThanOrEqual(40);
  expect(() => parseGlossary({ ...GLOSSARY, terms: [{ term: 'x', words: { en: 'x' } }] })).toThrow(
    /glossary\.json: terms\.0/,
  );
});

describe('found faults', () => {
  it('a word to avoid, if the English text has the term', () => {
    expect(check('de', 'Ihre Internetadressen', 'Your IP addresses')).toEqual([
      'here: "Internetadresse": use "IP-Adresse" from the glossary',
    ]);
    expect(check('de', 'Die Internetadresse der Seite', 'The web address of the page')).toEqual([]);
  });

  it('a phrase to avoid', () => {
    expect(check('en', 'It is sent by itself.')).toEqual(['here: "by itself": write automatically']);
  });

  it('three dots, except where a requirement states them in English', () => {
    expect(check('en', 'Loading...')).toEqual(['here: three dots: write …']);
    expect(check('en', 'Connecting...', '', 'wallet.connecting')).toEqual([]);
    expect(check('es', 'Conectando...', 'Connecting...', 'wallet.connecting')).toEqual(['here: three dots: write …']);
  });

  it('straight quotes, except where a requirement states them, and in code', () => {
    expect(check('en', 'the "price"')).toEqual(['here: straight quotes: write “…” or ’']);
    expect(check('ja', '"価格"', 'x')).toEqual(['here: straight quotes: write 「…」']);
    expect(check('en', "You've been subscribed", '', 'page.confirmed.title')).toEqual([]);
    expect(check('en', 'the `"price"` field', '', null)).toEqual([]);
  });

  it('a plain space before a French mark or after an opening quote', () => {
    for (const text of ['Prix : 5', 'Quoi ?', '« mot\u00a0»', '«\u00a0mot »'])
      expect(check('fr', text, 'x'), text).toEqual(['here: a plain space where a no-break one belongs']);
    expect(check('fr', 'Prix\u00a0: 5, «\u202fmot\u202f»', 'x')).toEqual([]);
  });

  it('a half-width mark between Chinese or Japanese letters', () => {
    expect(check('zh', '价格,数量', 'x')).toEqual(['here: a half-width mark']);
    expect(check('ja', '価格: 数量', 'x')).toEqual(['here: a half-width mark']);
    expect(check('zh', '价格，约 1,000 枚', 'x')).toEqual([]);
  });

  it('an English text of more than two words that is not a name', () => {
    expect(check('it', 'Read the terms')).toEqual(['here: still the English text']);
    expect(check('it', 'Ethereum, BSC, Polygon')).toEqual([]);
    expect(check('it', 'Marketplace demo')).toEqual([]);
  });
});

test('a title and a description are named by their own lines', () => {
  const root = mkdtempSync(join(tmpdir(), 'synx-units-'));
  try {
    for (const folder of ['i18n', 'mail', 'faq/en']) mkdirSync(join(root, 'content', folder), { recursive: true });
    for (const folder of ['i18n', 'mail']) writeFileSync(join(root, 'content', folder, 'en.json'), '{}');
    writeFileSync(join(root, 'content/faq/en/a.md'), '---\nsource: x\ntitle: the "price"\n---\n\n## A {#a}\n\nText.\n');
    expect(checkStyle('en', styleUnits(root, 'en'))).toEqual([
      'content/faq/en/a.md:3: straight quotes: write “…” or ’',
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

describe('texts that are the same as in English', () => {
  const english = { a: 'SYNX', b: 'Dashboard', c: '{count} s', d: 'Details', e: 'IP (SYNX)', f: 'Home' };
  const lexicon = { ...glossary, names: ['SYNX'], same: { de: 'Details Dashboard' } };

  it('are listed if a word could be translated', () => {
    expect(untranslated('de', english, english, lexicon)).toEqual(['f']);
    expect(untranslated('nl', english, english, lexicon)).toEqual(['b', 'd', 'f']);
    expect(untranslated('nl', { ...english, b: 'Overzicht' }, english, lexicon)).toEqual(['d', 'f']);
  });
});
