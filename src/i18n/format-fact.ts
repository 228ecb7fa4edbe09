import { LOCALES, type Locale } from '#src/config/locales.ts';
import { holdDollar } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { Fact } from './facts.ts';

/** With its unit, in few characters, or as a bare number. */
export const FACT_FORMS = ['default', 'short', 'number'] as const;
export type FactForm = (typeof FACT_FORMS)[number];

type Decimal = `${number}`;

/**
 * Languages that count large numbers in other steps than thousands: there two digits would not tell 10.17M from 10.2M.
 */
const OTHER_STEPS: readonly Locale[] = ['hi', 'ja', 'zh'];

/** Units that Intl writes out itself. */
const TIME = { days: 'day', months: 'month', years: 'year', seconds: 'second' } as const;

/**
 * Writes a fact as readers of a language expect it ("1,110,000,000 SYNX", "25 %", "1. März 2026"); throws for a form
 * that its unit does not have.
 */
export function formatFact(fact: Fact, form: FactForm, locale: Locale): string {
  const { tag } = LOCALES[locale];
  const value = fact.value as Decimal;
  const digits = fact.value.split('.')[1]?.length ?? 0;
  const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const compact = {
    notation: 'compact',
    // The short forms of Hindi ("क॰") are read by few.
    compactDisplay: locale === 'hi' ? 'long' : 'short',
    maximumFractionDigits: OTHER_STEPS.includes(locale) ? 4 : 2,
  } as const;
  const write = (options: Intl.NumberFormatOptions, number: Decimal = value) =>
    holdDollar(new Intl.NumberFormat(tag, options).format(number));

  if (fact.unit === 'date') {
    if (form === 'number') throw new Error('a date has no form "number"');
    return formatDay(fact.value, tag, form === 'short' ? 'short' : 'long');
  }
  if (form === 'number') return write(exact);
  const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  switch (fact.unit) {
    case 'synx':
      return `${write(form === 'short' ? compact : exact)}\u00a0SYNX`;
    case 'usd':
      if (form === 'short' && locale === 'hi') return `$${write(compact)}`;
      return form === 'short' ? write({ ...dollars, ...compact }) : write({ ...dollars, ...cents(digits) });
    case 'price':
      return write({ ...dollars, ...cents(digits) });
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

/** Whole dollars without cents; any fraction with at least two digits. */
function cents(digits: number): Intl.NumberFormatOptions {
  const shown = digits === 0 ? 0 : Math.max(2, digits);
  return { minimumFractionDigits: shown, maximumFractionDigits: shown };
}
