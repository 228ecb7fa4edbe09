/** How typed text was understood. */
export interface AmountReading {
  /** Digits and at most one dot. */
  readonly amount: string;
  /** Parts of the text that cannot belong to an amount, in order, without grouping signs. */
  readonly leftOut: readonly string[];
}

/** Signs that separate decimals, or group digits if they occur twice; keyboards of some scripts have no others. */
const POINTS = '.。·・⋅∙‧';
const COMMAS = ',،、‚';
const ARABIC_DECIMAL = '٫';
const GROUPING = "٬'’‘ʼ′`_ ";

/**
 * Reads typed text as an amount (decision 26). Converts digits of all scripts to 0-9 and marks of all keyboards
 * to a point, a comma or a grouping sign *before* dropping other characters, so that "1,5" is 1.5 and not 15; "1,234.5"
 * and "1.234,5" lose their thousands separators. A sign only groups if groups of digits surround it. Cuts the fraction
 * to `decimals`; the token's own name, `unit`, may stand at either end.
 */
export function readAmountInput(text: string, decimals: number, unit = ''): AmountReading {
  const { kept, leftOut } = keepMarks(withoutUnit(Array.from(text, western).join('').trim(), unit));
  const decimal = decimalMark(kept);
  const at = decimal === null ? kept.length : kept.indexOf(decimal);
  const wholeText = kept.slice(0, at);
  const fractionText = kept.slice(at + 1);
  const whole = digitsOf(wholeText);
  const fraction = digitsOf(fractionText);
  const misplaced = [
    ...(isGrouped(wholeText) ? [] : marksOf(wholeText)),
    ...(isGroupedFraction(fractionText) ? [] : marksOf(fractionText)),
  ];
  return {
    amount: decimal === null ? whole : `${whole}.${fraction.slice(0, decimals)}`,
    leftOut: [...new Set([...leftOut, ...misplaced])],
  };
}

/** The amount alone, for text that was read before. */
export function cleanAmountInput(text: string, decimals: number): string {
  return readAmountInput(text, decimals).amount;
}

/** Converts one character to the form that all keyboards share; leaves characters without such a form. */
function western(character: string): string {
  if (/\p{Cf}/u.test(character)) return '';
  // A raised or circled digit, or a fraction, is not the digit that Unicode would make of it.
  const folded = /\p{No}/u.test(character) ? character : character.normalize('NFKC');
  const [only = '', ...more] = folded;
  if (more.length > 0) return character;
  if (/\s/u.test(only)) return ' ';
  if (POINTS.includes(only)) return '.';
  if (COMMAS.includes(only)) return ',';
  return /\p{Nd}/u.test(only) ? digitOf(only) : only;
}

/** In every script, decimal digits come in runs of ten, from zero to nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text;
  const [lower, name] = [text.toLowerCase(), unit.toLowerCase()];
  if (lower.endsWith(name)) return text.slice(0, -name.length).trim();
  return lower.startsWith(name) ? text.slice(name.length).trim() : text;
}

/** Digits and marks of the text, and the runs of everything else. */
function keepMarks(text: string): { kept: string; leftOut: readonly string[] } {
  const isMark = (character: string) => `0123456789.,${ARABIC_DECIMAL}${GROUPING}`.includes(character);
  const leftOut: string[] = [];
  let kept = '';
  let run = '';
  for (const character of text) {
    if (!isMark(character) || (character === ' ' && run !== '')) {
      run += character;
      continue;
    }
    if (run !== '') leftOut.push(run.trim());
    run = '';
    kept += character;
  }
  return { kept: kept.trim(), leftOut: run === '' ? leftOut : [...leftOut, run.trim()] };
}

/** The mark before the decimals; null if there are none. */
function decimalMark(text: string): string | null {
  if (text.includes(ARABIC_DECIMAL)) return ARABIC_DECIMAL;
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (dots > 0 && commas > 0) return text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.';
  const mark = dots > 0 ? '.' : ',';
  const count = dots + commas;
  return count === 0 || (count > 1 && isGrouped(text)) ? null : mark;
}

/** Whether every mark stands between groups: of three, as in India (two, except the last), or as in China (four). */
function isGrouped(text: string): boolean {
  return [
    /^\d*$/,
    /^\d{1,3}(\D)\d{3}(?:\1\d{3})*$/,
    /^\d{1,2}(?:(\D)\d{2})(?:\1\d{2})*\1\d{3}$/,
    /^\d{1,4}(\D)\d{4}(?:\1\d{4})*$/,
  ].some((form) => form.test(text));
}

function isGroupedFraction(text: string): boolean {
  return /^\d*$|^(?:\d{3} )+\d{1,3}$/u.test(text);
}

function marksOf(text: string): readonly string[] {
  return Array.from(text.replace(/\d/g, ''), (mark) => (mark === ' ' ? '␣' : mark));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
