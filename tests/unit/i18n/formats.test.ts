import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import type { Fact } from '#src/i18n/facts.ts';
import { formatFact } from '#src/i18n/format-fact.ts';
import { formatEstimate } from '#src/lib/airdrop/estimate.ts';
import { formatKilobytes, formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { formatAge } from '#src/lib/time/format-age.ts';
import { formatDay } from '#src/lib/time/format-day.ts';

/** Spaces that do not break and marks of direction, which are there but not what these rows are about. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f]/g, '');
const fact = (value: string, unit: Fact['unit']): Fact => ({ value, unit, basis: 'stated', source: 'test' });

/** A number, dollars, a percentage; a short number, whole months; a day, an age; a file, an estimate in millions. */
const FORMATS = `
en | 1,234,567.89 | $12,345.50 | 12.5% | 98.68M SYNX | 4 months | March 1, 2026 | 2 hours ago | 348 kB | 1.234
es | 1.234.567,89 | 12.345,50 $ | 12,5 % | 98,68 M de SYNX | 4 meses | 1 de marzo de 2026 | hace 2 horas | 348 kB | 1,234
fr | 1 234 567,89 | 12 345,50 $ | 12,5 % | 98,68 M de SYNX | 4 mois | 1er mars 2026 | il y a 2 heures | 348 ko | 1,234
de | 1.234.567,89 | 12.345,50 $ | 12,5 % | 98,68 Mio. SYNX | 4 Monate | 1. März 2026 | vor 2 Stunden | 348 kB | 1,234
zh | 1,234,567.89 | $12,345.50 | 12.5% | 9,868 万 SYNX | 4 个月 | 2026年3月1日 | 2 小时前 | 348 kB | 123.4 万
ja | 1,234,567.89 | $12,345.50 | 12.5% | 9,868万 SYNX | 4か月 | 2026年3月1日 | 2時間前 | 348 KB | 123.4万
ru | 1 234 567,89 | 12 345,50 $ | 12,5 % | 98,68 млн SYNX | 4 месяца | 1 марта 2026 г. | 2 часа назад | 348 кБ | 1,234
it | 1.234.567,89 | 12.345,50 $ | 12,5% | 98,68 mln di SYNX | 4 mesi | 1º marzo 2026 | 2 ore fa | 348 kB | 1,234
pt | 1.234.567,89 | US$ 12.345,50 | 12,5% | 98,68 mi de SYNX | 4 meses | 1º de março de 2026 | há 2 horas | 348 kB | 1,234
nl | 1.234.567,89 | $ 12.345,50 | 12,5% | 98,68 mln. SYNX | 4 maanden | 1 maart 2026 | 2 uur geleden | 348 kB | 1,234
ar | 1,234,567.89 | 12,345.50 دولار | 12.5% | 98.68 مليون SYNX | 4 أشهر | 1 مارس 2026 | قبل ساعتين | 348 كيلوبايت | 1.234
hi | 12,34,567.89 | $12,345.50 | 12.5% | 9.868 करोड़ SYNX | 4 महीने | 1 मार्च 2026 | 2 घंटे पहले | 348 kB | 12.34 लाख
`
  .trim()
  .split('\n')
  .map((row) => row.split(' | ') as [Locale, ...string[]]);

describe('every kind of figure is written as readers of the language do', () => {
  it.each(FORMATS.map(([locale, ...expected]) => [locale, expected] as const))('%s', (locale, expected) => {
    const { tag } = LOCALES[locale];
    const written = [
      formatNumber('1234567.89', tag, 0, 2),
      formatUsd('12345.5', tag),
      formatPercent('12.5', tag, 0, 1),
      formatFact(fact('98680000', 'synx'), 'short', locale),
      formatFact(fact('4', 'months'), 'default', locale),
      formatDay('2026-03-01', tag),
      formatAge(7_300_000, tag),
      formatKilobytes(348_000, tag),
      formatEstimate('1.234', tag),
    ];
    expect(written.map(plain)).toEqual(expected);
  });

  it('no line ends between a number and what belongs to it', () => {
    for (const [locale] of FORMATS) {
      if (locale === 'en') continue;
      const { tag } = LOCALES[locale];
      for (const text of [formatUsd('5', tag), formatPercent('25', tag)]) expect(text, locale).not.toContain(' ');
    }
  });
});

describe('direction marks', () => {
  it('keep an Arabic percent sign at its number', () => {
    expect(formatPercent('25', LOCALES.ar.tag)).toBe('25\u200e%\u200e');
  });

  it('keep the dot of a file’s ending before it in Arabic texts', () => {
    const arabic = JSON.parse(readFileSync('content/i18n/ar.json', 'utf8')) as Record<string, string>;
    for (const [key, text] of Object.entries(arabic)) expect(text, key).not.toMatch(/(?<!\u200e)\.(?:ics|csv|json)\b/);
  });
});

describe('the style sheets', () => {
  /** What a rule of a sheet sets, by its selector. */
  const rule = (selector: string, sheet = 'base') =>
    readFileSync(`src/styles/${sheet}.css`, 'utf8').split(`\n${selector} {\n`)[1]?.split('}')[0] ?? '';

  it('breaks Japanese headings and buttons between phrases', () => {
    expect(rule(':lang(ja):is(h1, h2, h3, .button)')).toContain('word-break: auto-phrase;');
  });

  it('gives Chinese and Japanese headings room, and spreads or squeezes no letters that join', () => {
    expect(rule(':is(:lang(ja), :lang(zh)):is(h1, h2)')).toContain('line-height: 1.3;');
    expect(rule(':is(:lang(ar), :lang(hi)):is(h1, h2)')).toContain('line-height: 1.35;');
    const joined = ':is(:lang(ar), :lang(hi), :lang(ja), :lang(zh))';
    expect(rule(`${joined}:is(h1, h2, h3, .tag)`)).toContain('letter-spacing: 0;');
    // In its own sheet: a rule of base.css would lose against the one that spaces it.
    expect(rule(`.eyebrow${joined}`, 'text')).toContain('letter-spacing: 0;');
  });
});
