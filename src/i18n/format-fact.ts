import { LOCALES, type Locale } from '#src/config/locales.ts';
import { dollars } from '#src/lib/text/format-number.ts';
import { spaced } from '#src/lib/text/spaced.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { Fact } from './facts.ts';

/** With its unit, in few characters, as a bare number, or as bare digits. */
export const FACT_FORMS = ['default', 'short', 'number', 'digits'] as const;
export type FactForm = (typeof FACT_FORMS)[number];

type Decimal = `${number}`;

/** Languages that do not group by thousands: they need four digits to tell 10.17M from 10.2M. */
const OTHER_STEPS: readonly Locale[] = ['hi', 'ja', 'zh'];

/** Units that Intl formats. */
const TIME = { days: 'day', months: 'month', years: 'year', seconds: 'second' } as const;

/** Formatted texts by fact and form: pages state a few facts thousands of times, and Intl is slow to set up. */
const formatted = new Map<string, string>();

/** Formats a fact for a language ("25 %", "1. März 2026"); throws for a form that its unit does not have. */
export function formatFact(fact: Fact, form: FactForm, locale: Locale): string {
  const key = [locale, form, fact.unit, fact.value].join(' ');
  const known = formatted.get(key);
  if (known !== undefined) return known;
  const text = format(fact, form, locale);
  formatted.set(key, text);
  return text;
}

function format(fact: Fact, form: FactForm, locale: Locale): string {
  const { tag } = LOCALES[locale];
  const value = fact.value as Decimal;
  const digits = fact.value.split('.')[1]?.length ?? 0;
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const compact = compactOf(locale);
  const write = (options: Intl.NumberFormatOptions, number: Decimal = value) =>
    spaced(new Intl.NumberFormat(tag, options).format(number), tag);

  if (fact.unit === 'date') {
    if (form === 'number' || form === 'digits') throw new Error(`a date has no form "${form}"`);
    return formatDay(fact.value, tag, form === 'short' ? 'short' : 'long');
  }
  if (form === 'digits') return fact.value;
  if (form === 'number') return write(exact);
  switch (fact.unit) {
    case 'synx':
      return form === 'short' ? shortSynx(write(compact), fact.value, locale) : `${write(exact)}\u00a0SYNX`;
    case 'usd':
      return form === 'short' ? shortDollars(value, locale) : wholeDollars(value, locale, cents(digits));
    case 'price':
      return wholeDollars(value, locale, cents(digits));
    case 'percent':
      return write({ style: 'percent', ...exact }, `${value}e-2` as Decimal);
    case 'tps':
      return `${write(exact)}\u00a0TPS`;
    case 'days':
    case 'months':
    case 'years':
    case 'seconds':
      return write({
        style: 'unit',
        unit: TIME[fact.unit],
        unitDisplay: form === 'short' ? 'short' : 'long',
        ...exact,
      });
    default:
      return write(form === 'short' ? compact : exact);
  }
}

/** Large numbers in a language's own steps ("10.17M", "1,017万", "1.017 करोड़"). */
function compactOf(locale: Locale): Intl.NumberFormatOptions {
  const steps = OTHER_STEPS.includes(locale)
    ? ({ maximumSignificantDigits: 4, useGrouping: 'always' } as const)
    : { maximumFractionDigits: 2 };
  // Few people can read the short forms of Hindi ("क॰"), and those of Arabic have no plural.
  const compactDisplay = locale === 'hi' || locale === 'ar' ? 'long' : 'short';
  return { notation: 'compact', compactDisplay, ...steps };
}

/** Romance languages count millions as nouns ("13 M de SYNX"), and Italian writes their short form small. */
const MILLIONS_OF: Partial<Record<Locale, string>> = { es: 'de', fr: 'de', it: 'di', pt: 'de' };

function shortSynx(number: string, value: string, locale: Locale): string {
  const of = Number(value) < 1e6 ? undefined : MILLIONS_OF[locale];
  if (of === undefined) return `${number}\u00a0SYNX`;
  return `${locale === 'it' ? number.toLowerCase() : number}\u00a0${of}\u00a0SYNX`;
}

function wholeDollars(value: string, locale: Locale, options: Intl.NumberFormatOptions): string {
  const text = dollars(value, LOCALES[locale].tag, options);
  if (locale !== 'ar') return text;
  // From three on, Arabic has a plural, and from eleven on an accusative, which Intl lacks.
  const whole = Number(/^\d{1,2}(?=\s)/.exec(text)?.[0] ?? 0);
  if (whole < 3) return text;
  return text.replace('دولار', whole <= 10 ? 'دولارات' : 'دولارًا');
}

function shortDollars(value: Decimal, locale: Locale): string {
  const { tag } = LOCALES[locale];
  const compact = compactOf(locale);
  const number = spaced(new Intl.NumberFormat(tag, compact).format(value), tag);
  if (locale === 'hi') return `$${number}`;
  if (locale === 'zh') return `${number}美元`.replace(/(\d)美/, '$1 美');
  if (locale === 'ja') return `${number}ドル`;
  const text = dollars(value, tag, compact);
  return locale === 'it' ? text.toLowerCase() : text;
}

/** Whole dollars without cents; any fraction with at least two digits. */
function cents(digits: number): Intl.NumberFormatOptions {
  const shown = digits === 0 ? 0 : Math.max(2, digits);
  return { minimumFractionDigits: shown, maximumFractionDigits: shown };
}
