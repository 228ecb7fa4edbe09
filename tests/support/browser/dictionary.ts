import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#src/config/locales.ts';

const FOLDER = join(import.meta.dirname, '../../../content/i18n');

/** A locale's texts as its editors wrote them, by key. */
export function dictionary(locale: Locale): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(FOLDER, `${locale}.json`), 'utf8')) as Record<string, string>;
}

/** One text of a locale; throws if there is none. */
export function word(locale: Locale, key: string): string {
  const text = dictionary(locale)[key];
  if (text === undefined) throw new RangeError(`no ${key} in ${locale}`);
  return text;
}
