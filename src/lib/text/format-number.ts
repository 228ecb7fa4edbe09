/** Formats decimal strings through Intl, never as floats; `tag` (BCP-47) requests Western digits everywhere. */

type Decimal = `${number}`;

/** A decimal string with thousands separators and `min` to `max` digits after the mark, truncated. */
export function formatNumber(value: string, tag: string, min = 0, max = min): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    roundingMode: 'trunc',
  }).format(value as Decimal);
}

/** How a language writes US dollars: Portuguese US$, and Arabic the word after the number. */
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
