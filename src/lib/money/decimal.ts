/** Decimal strings and integers of base units. Money never passes through a float here. */

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Parses a plain decimal string into units of 10^-decimals, truncating; null for all but digits and one dot. */
export function parseDecimal(text: string, decimals: number): bigint | null {
  const trimmed = text.startsWith('.') ? `0${text}` : text.endsWith('.') ? text.slice(0, -1) : text;
  if (!DECIMAL.test(trimmed)) return null;
  const [whole = '0', fraction = ''] = trimmed.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Like parseDecimal, for constants in code; throws RangeError if the text is not a decimal. */
export function toUnits(text: string, decimals: number): bigint {
  const units = parseDecimal(text, decimals);
  if (units === null) throw new RangeError(`not a decimal: ${JSON.stringify(text)}`);
  return units;
}

/** Formats an integer of 10^-decimals units as the shortest decimal string: 1500000n, 6 → "1.5". */
export function formatUnits(units: bigint, decimals: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Formats units with exactly `places` digits after the dot, truncated: 1239n, 3, 2 → "1.23". */
export function formatFixed(units: bigint, decimals: number, places: number): string {
  const cut = decimals > places ? units / 10n ** BigInt(decimals - places) : units * 10n ** BigInt(places - decimals);
  const negative = cut < 0n;
  const digits = (negative ? -cut : cut).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${negative ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(digits.length - places)}`}`;
}
