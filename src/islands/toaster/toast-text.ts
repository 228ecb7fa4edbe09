import { fill } from '#src/lib/fill.ts';
import { formatNumber } from '#src/lib/format-number.ts';

export interface ToastWords {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly textKey?: string | null;
  readonly text?: string | null;
}

/**
 * Title and text of a toast in the page's language. A sentence of the API wins over a named text, and that over the
 * toast's own. Amounts come as decimal strings and are formatted here.
 */
export function toastText(toast: ToastWords, texts: Readonly<Record<string, string>>, tag: string) {
  const { key, textKey, text } = toast;
  const values = Object.fromEntries(
    Object.entries(toast.values ?? {}).map(([name, value]) => [name, name === 'amount' ? amount(value, tag) : value]),
  );
  return {
    title: fill(texts[`toast.${key}.title`] ?? '', values),
    text: text ?? fill(texts[textKey ?? `toast.${key}.text`] ?? '', values),
  };
}

function amount(value: string | number, tag: string): string {
  return /^\d+(?:\.\d+)?$/.test(String(value)) ? formatNumber(String(value), tag, 0, 9) : String(value);
}
