import { hash } from 'node:crypto';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { SourceFile } from './source-file.ts';

/** Compares a locale's files with the English ones, by the hash that a translation notes as its `source`. */
export function translationState(sources: readonly SourceFile[], locale: Locale) {
  const originals = sources.filter((source) => source.locale === DEFAULT_LOCALE);
  const missing: string[] = [];
  const stale: string[] = [];
  const unstamped: string[] = [];
  for (const original of originals) {
    const file = original.file.replace(`/${DEFAULT_LOCALE}/`, `/${locale}/`);
    const translation = sources.find((source) => source.file === file);
    const noted = translation === undefined ? undefined : sourceOf(translation);
    if (translation === undefined) missing.push(file);
    else if (noted === undefined) unstamped.push(file);
    else if (noted !== hashOf(original.text)) stale.push(file);
  }
  return { total: originals.length, missing, stale, unstamped };
}

/** The text of a translation with the hash of `original` as its `source`. */
export function stampTranslation(text: string, original: string): string {
  const line = `source: ${hashOf(original)}`;
  const [, fields = '', rest = ''] = /^(---\r?\n[\s\S]*?)(---\r?\n[\s\S]*)$/.exec(text) ?? [];
  if (fields === '') return text;
  return /^source:.*$/m.test(fields) ? fields.replace(/^source:.*$/m, line) + rest : `${fields}${line}\n${rest}`;
}

function sourceOf({ file, text }: SourceFile): string | undefined {
  return splitFrontMatter(file, text).fields.get('source')?.value;
}

/** The first 12 digits of a text's SHA-256 (Unix line breaks), which a translation notes as its `source`. */
export function hashOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n')).slice(0, 12);
}
