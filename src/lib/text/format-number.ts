/**
 * Formats numbers for people through Intl. Amounts are decimal strings, which Intl formats without passing through a
 * float. `tag` is the BCP-47 tag of the page's language; it requests Western digits everywhere.
 */

type Decimal = `${number}`;

/**
 * A decimal string with thousands separators and between `min` and `max` digits after the mark, truncated, not rounded.
 */
export function formatNumber(value: string, tag: string, min = 0, max = min): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'trunc',
  }).format(value as Decimal);
}

/**
 * How a language writes US dollars: Portuguese writes US$, and Arabic, where a sign would move to the other side of the
 * number, writes the word after it.
 */
export function dollars(value: string, tag: string, options: Intl.NumberFormatOptions): string {
  const currencyDisplay = tag === 'pt' ? 'symbol' : tag.startsWith('ar') ? 'name' : 'narrowSymbol';
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', currencyDisplay, ...options });
  // Intl says "American dollars", and the site has no others. A no-break space joins number and word.
  return format
    .format(value as Decimal)
    .replace(' أمريكي', '')
    .replace(' ', '\u00a0');
}

/** US dollars from a decimal string, truncated to at most `max` digits after the mark. */
export function formatUsd(value: string, tag: string, max = 2): string {
  return dollars(value, tag, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, max),
    roundingMode: 'trunc',
  });
}

/** A percentage from a decimal string of percents ("25" is 25 %), truncated to at most `max` digits after the mark. */
export function formatPercent(value: string, tag: string, min = 0, max = min): string {
  return new Intl.NumberFormat(tag, {
    style: 'percent',
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'trunc',
  }).format(`${value}e-2` as Decimal);
}

/** A file size from its bytes, in whole kilobytes. */
export function formatKilobytes(bytes: number, tag: string): string {
  return new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(bytes / 1000);
}
