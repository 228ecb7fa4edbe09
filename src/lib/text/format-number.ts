/**
 * Numbers for people, through Intl. Amounts are decimal strings, which Intl formats without passing through a float.
 * `tag` is the BCP-47 tag of the page's language; it asks for Western digits everywhere.
 */

type Decimal = `${number}`;

/**
 * A decimal string with thousands separators and between `min` and `max` digits after the mark, cut, not rounded.
 */
export function formatNumber(value: string, tag: string, min = 0, max = min): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'trunc',
  }).format(value as Decimal);
}

/**
 * How a language names US dollars: Portuguese says US$, and in Arabic, where a sign would wander to the other side of
 * the number, the word follows.
 */
export function dollars(value: string, tag: string, options: Intl.NumberFormatOptions): string {
  const currencyDisplay = tag === 'pt' ? 'symbol' : tag.startsWith('ar') ? 'name' : 'narrowSymbol';
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay, ...options });
  // "American dollars": there are no others here.
  return format.format(value as Decimal).replace(' أمريكي', '');
}

/** US dollars from a decimal string, cut to at most `max` digits after the mark. */
export function formatUsd(value: string, tag: string, max = 2): string {
  return dollars(value, tag, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, max),
    roundingMode: 'trunc',
  });
}

/** A percentage from a decimal string of percents ("25" is 25 %), cut to at most `max` digits after the mark. */
export function formatPercent(value: string, tag: string, min = 0, max = min): string {
  return new Intl.NumberFormat(tag, {
    style: 'percent',
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'trunc',
  }).format(`${value}e-2` as Decimal);
}

/** The size of a file from its bytes, in whole kilobytes. */
export function formatKilobytes(bytes: number, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(bytes / 1000);
}
