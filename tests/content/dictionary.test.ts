import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { checkAll } from '#src/i18n/check-all.ts';
import { checkDictionary } from '#src/i18n/check-dictionary.ts';
import { DICTIONARIES } from '#src/i18n/dictionaries.ts';
import { DICTIONARY_KEYS, type Dictionary } from '#src/i18n/dictionary.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

const english = loadDictionary('en');
const check = (change: Record<string, unknown>) =>
  checkDictionary('content/i18n/xx.json', { ...english, ...change }, english);

describe('the dictionaries', () => {
  it('[R1.041] [R1.042] exist for exactly the twelve languages', () => {
    expect([...LOCALE_CODES].sort()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'nl', 'pt', 'ru', 'zh']);
    const files = readdirSync('content/i18n').sort();
    expect(files).toEqual([...LOCALE_CODES].sort().map((locale) => `${locale}.json`));
  });

  it('hold every key with the placeholders of English, in every language', () => {
    expect(checkAll(LOCALE_CODES)).toEqual([]);
  });

  it('say the staking page in every language', () => {
    const staking = Object.keys(DICTIONARY_KEYS).filter((key) => key.startsWith('staking.')) as (keyof Dictionary)[];
    const { en, ...others } = DICTIONARIES as Record<string, Dictionary>;
    for (const [locale, texts] of Object.entries(others)) {
      const translated = staking.filter((key) => texts[key] !== en?.[key]);
      expect(translated.length, locale).toBeGreaterThan(staking.length * 0.9);
    }
  });

  it('have a note for the translator at every key', () => {
    for (const [key, note] of Object.entries(DICTIONARY_KEYS)) expect(note.length, key).toBeGreaterThan(10);
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

  it('a file that is no dictionary at all', () => {
    expect(checkDictionary('content/i18n/xx.json', [], english)[0]).toContain('content/i18n/xx.json');
    expect(checkDictionary('content/i18n/xx.json', null, english)[0]).toContain('content/i18n/xx.json');
  });
});
