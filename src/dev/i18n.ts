// npm run i18n: lists each language's missing, wrong, outdated and untranslated texts; -- --stamp <code> notes in its
// Markdown files that they translate the current English ones.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import notes from '#content/translator-notes.json' with { type: 'json' };
import { checkStyle } from '#src/build/content/check-style.ts';
import { GLOSSARY } from '#src/build/content/glossary.ts';
import { loadContent } from '#src/build/content/load-content.ts';
import { nameLines } from '#src/build/content/name-lines.ts';
import { readSources } from '#src/build/content/read-sources.ts';
import { styleUnits } from '#src/build/content/style-units.ts';
import { stampTranslation, translationState } from '#src/build/content/translation-state.ts';
import { untranslated } from '#src/build/content/untranslated.ts';
import { DEFAULT_LOCALE, isLocale, LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { checkAll } from '#src/i18n/check-all.ts';
import { statedProblems } from '#src/i18n/facts.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

/** What a translator of a text needs to know, by its key. */
const NOTES: Readonly<Record<string, string>> = notes;
const root = join(import.meta.dirname, '../..');

try {
  const { values } = parseArgs({ options: { stamp: { type: 'string' } } });
  // Every language needs the facts, and would repeat their faults.
  if (statedProblems().length > 0) throw new Error(nameLines(statedProblems(), root).join('\n'));
  if (values.stamp === undefined) for (const locale of LOCALE_CODES) report(locale);
  else stamp(values.stamp);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function report(locale: Locale): void {
  const content = loadContent(root, [locale], '').problems;
  // English files are part of every language's pages; their faults are reported once, under en.
  const own = content.filter((problem) => locale === DEFAULT_LOCALE || problem.includes(`/${locale}/`));
  const style = GLOSSARY.conforming.includes(locale) ? checkStyle(locale, styleUnits(root, locale)) : [];
  const problems = nameLines([...new Set([...checkAll([locale]), ...own, ...style])], root);
  if (problems.length > 0) {
    process.exitCode = 1;
    console.log(`${locale}: ${problems.length} to mend`);
    list('', problems.map(withNote));
  } else {
    console.log(`${locale}: ${Object.keys(loadDictionary(locale)).length} texts of the interface, no problems`);
  }
  if (locale === DEFAULT_LOCALE) return;
  list('still in English:', problems.length > 0 ? [] : stillEnglish(locale).map(withNote));
  const { total, missing, stale, unstamped } = translationState(readSources(root).sources, locale);
  console.log(`  ${total - missing.length} of ${total} Markdown files translated`);
  list('missing, shown in English:', missing);
  list('older than the English file:', stale);
  list(`without a source; npm run i18n -- --stamp ${locale} writes it:`, unstamped);
}

/** A line that names a text, with what its translator needs to know. */
function withNote(line: string): string {
  const note = line.split(/:? /).flatMap((word) => NOTES[word] ?? [])[0];
  return note === undefined ? line : `${line} (${note})`;
}

function stillEnglish(locale: Locale): readonly string[] {
  return untranslated(locale, loadDictionary(locale), loadDictionary(DEFAULT_LOCALE));
}

function list(heading: string, lines: readonly string[]): void {
  if (lines.length > 0 && heading !== '') console.log(`  ${heading}`);
  for (const line of lines) console.log(`    ${line}`);
}

function stamp(locale: string): void {
  if (!isLocale(locale) || locale === DEFAULT_LOCALE) throw new Error(`"${locale}" is not a language to stamp`);
  const { sources } = readSources(root);
  for (const { file, text } of sources.filter((source) => source.locale === locale)) {
    const original = sources.find((source) => source.file === file.replace(`/${locale}/`, `/${DEFAULT_LOCALE}/`));
    if (original === undefined) continue;
    const stamped = stampTranslation(text, original.text);
    if (stamped === text) continue;
    writeFileSync(join(root, file), stamped);
    console.log(`${file}: stamped`);
  }
}
