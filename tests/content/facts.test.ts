import { describe, expect, it } from 'vitest';
import { checkDictionary } from '#src/i18n/check-dictionary.ts';
import { DICTIONARIES } from '#src/i18n/dictionaries.ts';
import type { Dictionary } from '#src/i18n/dictionary.ts';
import { checkFacts, type Fact, loadFacts } from '#src/i18n/facts.ts';
import { fillFacts } from '#src/i18n/fill-facts.ts';
import { formatFact } from '#src/i18n/format-fact.ts';

const fact = { value: '1110000000', unit: 'synx', basis: 'stated', source: 'test' };
const check = (change: Record<string, unknown>) => checkFacts({ a: { ...fact, ...change } }, 'facts.json');

describe('checkFacts names file, id and field of', () => {
  it.each([
    ['a missing field', { source: undefined }, 'facts.json: a: source: missing'],
    ['an unknown field', { sorce: 'x' }, 'facts.json: a: sorce: unknown field'],
    ['a value with separators', { value: '1,110' }, 'facts.json: a: value: must be digits'],
    ['an unknown unit', { unit: 'synks' }, 'facts.json: a: unit: Invalid option'],
    ['an unknown basis', { basis: 'guessed' }, 'facts.json: a: basis: Invalid option'],
    ['a day that is no date', { value: '2026-03-01' }, 'facts.json: a: value: must be a day'],
    ['a date that is no day', { unit: 'date' }, 'facts.json: a: value: must be a day'],
  ])('%s', (_, change, expected) => {
    expect(check(change)).toEqual([expect.stringContaining(expected)]);
  });

  it('a value that the code has, or that nobody has', () => {
    const { value: _, ...unstated } = fact;
    expect(checkFacts({ 'presale.confirmations': { ...fact, unit: 'count' }, a: unstated }, 'facts.json')).toEqual([
      expect.stringMatching(/presale\.confirmations: value: is that of .*leave it out/),
      'facts.json: a: value: missing',
    ]);
  });

  it('an id that is no dotted name', () => {
    expect(checkFacts({ 'Supply total': fact }, 'facts.json')[0]).toContain('facts.json: Supply total');
  });

  it('no fault in the site’s own file', () => {
    expect(Object.keys(loadFacts()).length).toBeGreaterThan(100);
  });
});

describe('a dictionary that', () => {
  const english = { ...(DICTIONARIES.en as Dictionary), 'presale.title': 'Sale of {{fact:supply.total}}' };
  const texts = (title: string) => checkDictionary('xx.json', { ...english, 'presale.title': title }, english);

  it('names an unknown fact is named with its key', () => {
    expect(texts('{{fact:supply.totel}}')).toEqual(['xx.json: presale.title: unknown fact supply.totel']);
  });

  it('leaves out a fact of English is named with its key', () => {
    expect(texts('Verkauf')).toEqual(['xx.json: presale.title: facts are [], English has [supply.total]']);
    expect(texts('Verkauf von {{fact:supply.total|short}}')).toEqual([]);
  });
});

describe('formatFact writes as readers of the language expect, in Western digits', () => {
  const of = (value: string, unit: Fact['unit']): Fact => ({ value, unit, basis: 'stated', source: 'test' });
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');

  it.each([
    [of('1110000000', 'synx'), 'default', 'en', '1,110,000,000 SYNX'],
    [of('1110000000', 'synx'), 'short', 'en', '1.11B SYNX'],
    [of('1110000000', 'synx'), 'default', 'de', '1.110.000.000 SYNX'],
    [of('1110000000', 'synx'), 'short', 'ru', '1,11 млрд SYNX'],
    [of('1110000000', 'synx'), 'number', 'ar', '1,110,000,000'],
    [of('25', 'percent'), 'default', 'en', '25%'],
    [of('0.65', 'percent'), 'default', 'fr', '0,65 %'],
    [of('0.013', 'price'), 'default', 'en', '$0.013'],
    [of('0.5', 'usd'), 'default', 'en', '$0.50'],
    [of('10170000', 'usd'), 'short', 'en', '$10.17M'],
    [of('2026-03-01', 'date'), 'default', 'en', 'March 1, 2026'],
    [of('2026-03-01', 'date'), 'default', 'ja', '2026年3月1日'],
    [of('2026-03-01', 'date'), 'short', 'hi', '1 मार्च 2026'],
    [of('7', 'days'), 'default', 'en', '7 days'],
    [of('7', 'days'), 'default', 'ru', '7 дней'],
    [of('81.5', 'years'), 'default', 'en', '81.5 years'],
    [of('200', 'tps'), 'default', 'en', '200 TPS'],
    [of('1000', 'count'), 'default', 'en', '1,000'],
    ...(
      [
        ['en', '$10.17M', '$0.013', '$5', '4 seconds', '12 months'],
        ['es', '10,17 M $', '0,013 $', '5 $', '4 segundos', '12 meses'],
        ['fr', '10,17 M $', '0,013 $', '5 $', '4 secondes', '12 mois'],
        ['de', '10,17 Mio. $', '0,013 $', '5 $', '4 Sekunden', '12 Monate'],
        ['zh', '1,017 万美元', '$0.013', '$5', '4 秒', '12 个月'],
        ['ja', '1,017万ドル', '$0.013', '$5', '4秒', '12か月'],
        ['ru', '10,17 млн $', '0,013 $', '5 $', '4 секунды', '12 месяцев'],
        ['it', '10,17 mln $', '0,013 $', '5 $', '4 secondi', '12 mesi'],
        ['pt', 'US$ 10,17 mi', 'US$ 0,013', 'US$ 5', '4 segundos', '12 meses'],
        ['nl', '$ 10,17 mln.', '$ 0,013', '$ 5', '4 seconden', '12 maanden'],
        ['ar', '10.17 مليون دولار', '0.013 دولار', '5 دولارات', '4 ثوان', '12 شهرًا'],
        ['hi', '$1.017 करोड़', '$0.013', '$5', '4 सेकंड', '12 महीने'],
      ] as const
    ).flatMap(([locale, short, price, five, seconds, months]) => [
      [of('10170000', 'usd'), 'short', locale, short] as const,
      [of('0.013', 'price'), 'default', locale, price] as const,
      [of('5', 'usd'), 'default', locale, five] as const,
      [of('4', 'seconds'), 'default', locale, seconds] as const,
      [of('12', 'months'), 'default', locale, months] as const,
    ]),
    [of('15', 'usd'), 'default', 'ar', '15 دولارًا'],
    [of('0.5', 'usd'), 'default', 'ar', '0.50 دولار'],
    [of('35845920', 'synx'), 'short', 'zh', '3,585 万 SYNX'],
    [of('35845920', 'synx'), 'short', 'ja', '3,585万 SYNX'],
    [of('2026-03-01', 'date'), 'default', 'fr', '1er mars 2026'],
  ] as const)('%o %s %s', (value, form, locale, expected) => {
    expect(plain(formatFact(value, form, locale))).toBe(expected);
  });
});

it('fillFacts throws at an invalid reference', () => {
  const facts = loadFacts();
  expect(fillFacts('{{ fact:staking.rate.early }} a year', 'en', facts)).toBe('25% a year');
  expect(() => fillFacts('{{fact:nothing}}', 'en', facts)).toThrow('unknown fact nothing');
  expect(() => fillFacts('{{staking}}', 'en', facts)).toThrow('{{staking}} is not of the form');
});
