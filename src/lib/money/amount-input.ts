const NATIVE_ZEROS = [0x0660, 0x06f0, 0x0966] as const;

/**
 * Turns typed text into the amount field's text: digits and at most one dot (R5.005, decision 26). Arabic, Persian and
 * Devanagari digits become 0-9; one comma or Arabic decimal separator becomes a dot *before* other characters are
 * dropped, so "1,5" is 1.5 and not 15; "1,234.5" and "1.234,5" lose their thousands separators. `decimals` cuts the
 * fraction to the token's decimals.
 */
export function cleanAmountInput(text: string, decimals: number): string {
  const western = [...text].map(toWesternDigit).join('').replaceAll('٫', ',').replaceAll('٬', '');
  const dots = western.split('.').length - 1;
  const commas = western.split(',').length - 1;
  const decimalMark = western.lastIndexOf(',') > western.lastIndexOf('.') ? ',' : '.';
  const normalised =
    dots > 0 && commas > 0
      ? western.replaceAll(decimalMark === ',' ? '.' : ',', '').replace(',', '.')
      : commas === 1
        ? western.replace(',', '.')
        : western;
  const kept = normalised.replace(/[^\d.]/g, '');
  const [whole = '', ...rest] = kept.split('.');
  if (rest.length === 0) return whole;
  return `${whole}.${rest.join('').slice(0, decimals)}`;
}

function toWesternDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const zero of NATIVE_ZEROS) if (code >= zero && code <= zero + 9) return String(code - zero);
  return character;
}
