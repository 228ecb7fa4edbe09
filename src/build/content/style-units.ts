import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import type { StyleUnit } from './check-style.ts';
import { readSources } from './read-sources.ts';
import type { SourceFile } from './source-file.ts';

/** Every text of a language below `root`: dictionary and mails by key, Markdown part by part. */
export function styleUnits(root: string, locale: Locale): readonly StyleUnit[] {
  const { sources } = readSources(root);
  const english = new Map(sources.filter((one) => one.locale === DEFAULT_LOCALE).map((one) => [one.file, one]));
  const original = (file: string) => english.get(file.replace(`/${locale}/`, `/${DEFAULT_LOCALE}/`));
  return [
    ...dictionaryUnits(root, 'content/i18n', locale),
    ...dictionaryUnits(root, 'content/mail', locale),
    ...sources.filter((one) => one.locale === locale).flatMap((one) => markdownUnits(one, original(one.file))),
  ];
}

function dictionaryUnits(root: string, folder: string, locale: Locale): readonly StyleUnit[] {
  const read = (code: Locale) =>
    JSON.parse(readFileSync(join(root, folder, `${code}.json`), 'utf8')) as Readonly<Record<string, string>>;
  const english = read(DEFAULT_LOCALE);
  return Object.entries(read(locale)).map(([key, text]) => ({
    where: `${folder}/${locale}.json: ${key}`,
    key,
    text,
    english: english[key] ?? '',
  }));
}

/** The title and the description, then each part up to the next heading; a part is identified by its id. */
function markdownUnits(source: SourceFile, original: SourceFile | undefined): readonly StyleUnit[] {
  const english = new Map(original === undefined ? [] : partsOf(original.text).map(({ id, text }) => [id, text]));
  return partsOf(source.text).map(({ id, line, text }) => ({
    where: `${source.file}:${line}`,
    key: null,
    text,
    english: english.get(id) ?? '',
  }));
}

function partsOf(file: string): readonly { readonly id: string; readonly line: number; readonly text: string }[] {
  const lines = file.split('\n');
  const body = lines.indexOf('---', 1) + 1;
  const parts = lines.slice(0, body).flatMap((line, index) => {
    const [, name, text = ''] = /^(title|description):(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ id: name, line: index + 1, lines: [text] }];
  });
  parts.push({ id: 'lead', line: body + 1, lines: [] });
  for (const [index, line] of lines.entries()) {
    if (index < body) continue;
    const id = /^#.*\{#([\w-]+)\}/.exec(line)?.[1];
    if (id !== undefined) parts.push({ id, line: index + 1, lines: [] });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ id, line, lines: own }) => ({ id, line, text: own.join('\n') }));
}
