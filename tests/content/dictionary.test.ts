import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import notes from '#content/translator-notes.json' with { type: 'json' };
import { LOCALE_CODES, LOCALES } from '#src/config/locales.ts';
import { checkAll } from '#src/i18n/check-all.ts';
import { checkDictionary } from '#src/i18n/check-dictionary.ts';
import { DICTIONARIES } from '#src/i18n/dictionaries.ts';
import type { Dictionary } from '#src/i18n/dictionary.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { fill } from '#src/lib/text/fill.ts';
import { plural } from '#src/lib/text/plural.ts';

const english = loadDictionary('en');
const written = DICTIONARIES.en as Dictionary;
const check = (change: Record<string, unknown>) =>
  checkDictionary('content/i18n/xx.json', { ...written, ...change }, written);

describe('the dictionaries', () => {
  it('[R1.041] [R1.042] exist for exactly the twelve languages', () => {
    expect([...LOCALE_CODES].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'ru', 'zh']);
    const files = readdirSync('content/i18n').sort();
    expect(files).toEqual([...LOCALE_CODES].sort().map((locale) => `${locale}.json`));
  });

  it('hold every key with the placeholders of English, in every language', () => {
    expect(checkAll(LOCALE_CODES)).toEqual([]);
  });

  it('cover the staking page in every language', () => {
    const staking = Object.keys(english).filter((key) => key.startsWith('staking.')) as (keyof Dictionary)[];
    const { en, ...others } = DICTIONARIES as Record<string, Dictionary>;
    for (const [locale, texts] of Object.entries(others)) {
      const translated = staking.filter((key) => texts[key] !== en?.[key]);
      expect(translated.length, locale).toBeGreaterThan(staking.length * 0.9);
    }
  });

  it('have notes for translators only at keys that exist', () => {
    expect(Object.keys(notes).filter((key) => !(key in english))).toEqual([]);
  });
});

describe('checkDictionary names file and key of', () => {
  it('a missing key', () => {
    expect(check({ 'presale.title': undefined })).toEqual([
      'content/i18n/xx.json: presale.title: missing or not a text',
    ]);
  });

  it('an unknown key', () => {
    expect(check({ 'presale.titel': 'x' })).toEqual(['content/i18n/xx.json: presale.titel: unknown key']);
  });

  it('an empty text, also one of spaces', () => {
    expect(check({ 'presale.title': '' })).toEqual(['content/i18n/xx.json: presale.title: is empty']);
    expect(check({ 'presale.title': '  ' })).toEqual(['content/i18n/xx.json: presale.title: is empty']);
  });

  it('a text whose placeholders differ from English', () => {
    expect(check({ 'presale.phase': 'Phase' })).toEqual([
      'content/i18n/xx.json: presale.phase: placeholders are {}, English has {phase}',
    ]);
    expect(check({ 'presale.phase': 'Phase {fase}' })[0]).toContain('{fase}');
  });

  it('a signing statement that EIP-4361 does not allow', () => {
    expect(check({ 'wallet.proof.statement': 'Prüfung' })[0]).toContain('ASCII');
  });

  it('a file that is not a dictionary at all', () => {
    expect(checkDictionary('content/i18n/xx.json', [], english)[0]).toContain('content/i18n/xx.json');
    expect(checkDictionary('content/i18n/xx.json', null, english)[0]).toContain('content/i18n/xx.json');
  });
});

describe('plural forms', () => {
  const forms = Object.keys(DICTIONARIES.ru as Dictionary).filter((key) => key.startsWith('browser.size_'));

  it('are required exactly as the language has them', () => {
    expect(forms).toEqual(['browser.size_one', 'browser.size_few', 'browser.size_many']);
    const russian = { ...(DICTIONARIES.ru as Dictionary) };
    const found = (change: Record<string, unknown>) =>
      checkDictionary('content/i18n/ru.json', { ...russian, ...change }, DICTIONARIES.en as Dictionary, 'ru');
    expect(found({})).toEqual([]);
    expect(found({ 'browser.size_few': undefined })).toEqual([
      'content/i18n/ru.json: browser.size_few: missing or not a text',
    ]);
    expect(found({ 'browser.size_two': '{count} символа' })).toEqual([
      'content/i18n/ru.json: browser.size_two: unknown key',
    ]);
    expect(found({ 'browser.size_few': 'символа' })).toEqual([
      'content/i18n/ru.json: browser.size_few: placeholders are {}, English has {count}',
    ]);
  });

  it.each([
    ['en', ['1 character', '2 characters', '5 characters', '1.5 years']],
    ['es', ['1 carácter', '2 caracteres', '5 caracteres', '1.5 años']],
    ['fr', ['1 caractère', '2 caractères', '5 caractères', '1.5 an']],
    ['de', ['1 Zeichen', '2 Zeichen', '5 Zeichen', '1.5 Jahren']],
    ['zh', ['1 个字符', '2 个字符', '5 个字符', '1.5 年']],
    ['ja', ['1文字', '2文字', '5文字', '1.5年']],
    ['ru', ['1 символ', '2 символа', '5 символов', '1.5 года']],
    ['it', ['1 carattere', '2 caratteri', '5 caratteri', '1.5 anni']],
    ['pt', ['1 caractere', '2 caracteres', '5 caracteres', '1.5 ano']],
    ['nl', ['1 teken', '2 tekens', '5 tekens', '1.5 jaar']],
    ['ar', ['حرف واحد (1)', 'حرفان (2)', '5 أحرف', '1.5 سنة']],
    ['hi', ['1 अक्षर', '2 अक्षर', '5 अक्षर', '1.5 वर्ष']],
  ] as const)('follow the count in %s', (locale, [one, two, five, years]) => {
    const texts = loadDictionary(locale);
    const { tag } = LOCALES[locale];
    const size = (count: number) => fill(plural(texts, 'browser.size', count, tag), { count }).replace('\u00a0', ' ');
    expect([size(1), size(2), size(5)]).toEqual([one, two, five]);
    const lasting = fill(plural(texts, 'staking.solvency.years', 1.5, tag), { years: '1.5', rate: '', perYear: '' });
    expect(lasting.replaceAll('\u00a0', ' ')).toContain(years);
  });
});
