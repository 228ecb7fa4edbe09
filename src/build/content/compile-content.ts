import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { compareTranslation } from './compare-translation.ts';
import type { ContentDocument } from './document.ts';
import { collectAnchors } from './links.ts';
import { pagePathOf, requiredFiles } from './page-path-of.ts';
import { type ParseContext, type ParsedSource, parseSource } from './parse-source.ts';
import { describeProblem, type Problem } from './problem.ts';
import { renderDocument } from './render-document.ts';
import type { SourceFile } from './source-file.ts';
import { withEnglishParts } from './with-english-parts.ts';

export interface CompileOptions extends ParseContext {
  readonly locales: readonly Locale[];
  /** The sentence above a part that is English because the translation lacks it. */
  readonly englishNote?: ((locale: Locale) => string) | undefined;
}

export interface Compiled {
  readonly documents: readonly ContentDocument[];
  readonly problems: readonly Problem[];
}

/**
 * Compiles every locale's documents; English decides which exist. A missing translation is a problem, except that press
 * releases, and parts of a document, may be English at first. Lists faults in `problems` and throws nothing.
 */
export function compileContent(
  sources: readonly SourceFile[],
  { locales, englishNote, ...context }: CompileOptions,
): Compiled {
  const allParsed = sources.map((source) => parseSource(source, context));
  const problems = allParsed.flatMap((parsed) => parsed.problems);
  const files = new Set(sources.map(({ file }) => file));
  for (const { source } of allParsed) {
    if (pagePathOf(source) === null) problems.push({ file: source.file, line: 1, message: 'no page has such a file' });
  }
  for (const file of requiredFiles()) {
    if (!files.has(file)) problems.push({ file, line: 1, message: 'is missing' });
  }
  const originals = allParsed.filter(({ source }) => source.locale === DEFAULT_LOCALE);
  problems.push(...findDoubleQuestions(originals));
  const documents: ContentDocument[] = [];
  for (const locale of locales) {
    const own = allParsed.filter(({ source }) => source.locale === locale);
    const chosen = originals.map((original) => ({
      original,
      parsed: own.find((parsed) => isSame(parsed, original)) ?? original,
    }));
    const anchors = collectAnchors([...chosen.map(({ parsed }) => parsed), ...originals]);
    for (const { parsed, original } of chosen) {
      const rendered = renderDocument(parsed, original, locale, anchors);
      const differences = compare(parsed, original, locale);
      problems.push(...rendered.problems, ...differences);
      const english = differences.length > 0 ? renderDocument(original, original, locale, anchors) : rendered;
      const isWhole = english === rendered || english.problems.length > 0;
      const { document } = rendered;
      documents.push(isWhole ? document : withEnglishParts(document, english.document, englishNote?.(locale) ?? ''));
    }
    for (const parsed of own) {
      if (!originals.some((original) => isSame(parsed, original)))
        problems.push({ file: parsed.source.file, line: 1, message: 'has no English original', behind: true });
    }
  }
  return { documents, problems: distinct(problems) };
}

/** What a translation lacks, or that it does not exist. */
function compare(parsed: ParsedSource, original: ParsedSource, locale: Locale): readonly Problem[] {
  const { source, problems } = original;
  // Otherwise every language would report a fault in the English file.
  if (parsed !== original) return problems.length > 0 ? [] : compareTranslation(parsed, original);
  return locale === DEFAULT_LOCALE || source.kind === 'press' ? [] : [missingTranslation(source, locale)];
}

function missingTranslation({ file }: SourceFile, locale: Locale): Problem {
  const own = file.replace(`/${DEFAULT_LOCALE}/`, `/${locale}/`);
  return { file: own, line: 1, message: `is missing: it translates ${file}`, behind: true };
}

function isSame(one: ParsedSource, other: ParsedSource): boolean {
  return one.source.kind === other.source.kind && one.source.name === other.source.name;
}

/** One page shows the questions of all categories, so their ids share one namespace. */
function findDoubleQuestions(allParsed: readonly ParsedSource[]): Problem[] {
  const seen = new Map<string, string>();
  return allParsed
    .filter(({ source }) => source.kind === 'faq')
    .flatMap(({ source: { file, name }, sections }) => {
      const problems = sections.flatMap(({ id, line }) => {
        const other = seen.get(id);
        if (other !== undefined && other !== file) return [{ file, line, message: `the id ${id} is also in ${other}` }];
        seen.set(id, file);
        return [];
      });
      seen.set(name, file);
      return problems;
    });
}

/** One English file may replace many missing translations; report its faults once. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [describeProblem(problem), problem])).values()];
}
