import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';

export interface ToastWords {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly textKey?: string | null;
  readonly text?: string | null;
}

/** Values that are numbers for people, with their digits after the mark; all others are names. */
const NUMBERS: Readonly<Record<string, readonly [min: number, max: number]>> = { amount: [0, 9], usd: [2, 4] };

/**
 * Title and text of a toast in the page's language. A sentence of the API is shown unchanged on an English page, and
 * elsewhere only if the dictionary does not have the same sentence under `textKey`. Without one a named text wins over
 * the toast's own. Numbers come as decimal strings and are formatted here.
 */
export function toastText(toast: ToastWords, texts: Readonly<Record<string, string>>, tag: string) {
  const { key, textKey, text } = toast;
  const values = Object.fromEntries(
    Object.entries(toast.values ?? {}).map(([name, value]) => [name, localised(name, value, tag)]),
  );
  const own = texts[`toast.${key}.text`];
  const named = textKey ? texts[textKey] : own;
  const asSaid = typeof text === 'string' && (!textKey || named === undefined || /^en\b/.test(tag));
  return {
    title: fill(texts[`toast.${key}.title`] ?? '', values),
    text: asSaid ? text : fill(named ?? own ?? '', values),
  };
}

/** Whether this build has texts for a toast: it may not know one that another version of the site stored. */
export function isKnownToast({ key }: Pick<ToastWords, 'key'>, texts: Readonly<Record<string, string>>): boolean {
  return texts[`toast.${key}.title`] !== undefined;
}

function localised(name: string, value: string | number, tag: string): string {
  const [min, max] = NUMBERS[name] ?? [0, 0];
  if (!Object.hasOwn(NUMBERS, name) || !/^\d+(?:\.\d+)?$/.test(String(value))) return String(value);
  return formatNumber(String(value), tag, min, max);
}
