import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { compareTranslation } from './compare-translation.ts';
import type { ContentDocument } from './document.ts';
import { type Draft, type DraftContext, readDraft } from './draft.ts';
import { collectAnchors } from './links.ts';
import { pageOf, requiredFiles } from './page-of.ts';
import { describeProblem, type Problem } from './problem.ts';
import { renderDocument } from './render-document.ts';
import type { SourceFile } from './source-file.ts';

export interface CompileOptions extends DraftContext {
  readonly locales: readonly Locale[];
}

export interface Compiled {
  readonly documents: readonly ContentDocument[];
  readonly problems: readonly Problem[];
}

/**
 * Makes the documents of every locale from the files of content/. English decides what there is. A missing translation
 * is a problem, but for press releases, which may appear in English first; its document carries the English words. What
 * is wrong in any file is in `problems`, nothing is thrown.
 */
export function compileContent(sources: readonly SourceFile[], { locales, ...context }: CompileOptions): Compiled {
  const drafts = sources.map((source) => readDraft(source, context));
  const problems = drafts.flatMap((draft) => draft.problems);
  const files = new Set(sources.map(({ file }) => file));
  for (const { source } of drafts) {
    if (pageOf(source) === null) problems.push({ file: source.file, line: 1, message: 'no page has such a file' });
  }
  for (const file of requiredFiles()) {
    if (!files.has(file)) problems.push({ file, line: 1, message: 'is missing' });
  }
  const originals = drafts.filter(({ source }) => source.locale === DEFAULT_LOCALE);
  problems.push(...findDoubleQuestions(originals));
  const documents: ContentDocument[] = [];
  for (const locale of locales) {
    const own = drafts.filter(({ source }) => source.locale === locale);
    const chosen = originals.map((original) => ({
      original,
      draft: own.find((draft) => isSame(draft, original)) ?? original,
    }));
    const anchors = collectAnchors(chosen.map(({ draft }) => draft));
    for (const { draft, original } of chosen) {
      const rendered = renderDocument(draft, original, locale, anchors);
      documents.push(rendered.document);
      problems.push(...rendered.problems);
      if (locale === DEFAULT_LOCALE) continue;
      // A fault in the English file would be reported again for every language.
      if (draft !== original)
        problems.push(...(original.problems.length > 0 ? [] : compareTranslation(draft, original)));
      else if (original.source.kind !== 'press') problems.push(missingTranslation(original.source, locale));
    }
    for (const draft of own) {
      if (!originals.some((original) => isSame(draft, original)))
        problems.push({ file: draft.source.file, line: 1, message: 'has no English original' });
    }
  }
  return { documents, problems: distinct(problems) };
}

function missingTranslation({ file }: SourceFile, locale: Locale): Problem {
  const own = file.replace(`/${DEFAULT_LOCALE}/`, `/${locale}/`);
  return { file: own, line: 1, message: `is missing: it translates ${file}` };
}

function isSame(one: Draft, other: Draft): boolean {
  return one.source.kind === other.source.kind && one.source.name === other.source.name;
}

/** The questions of all categories are on one page, so that their ids are too. */
function findDoubleQuestions(drafts: readonly Draft[]): Problem[] {
  const seen = new Map<string, string>();
  return drafts
    .filter(({ source }) => source.kind === 'faq')
    .flatMap(({ source: { file, name }, sections }) => {
      const problems = sections.flatMap(({ id, line }) => {
        const other = seen.get(id);
        if (other !== undefined && other !== file)
          return [{ file, line, message: `the id ${id} stands in ${other} too` }];
        seen.set(id, file);
        return [];
      });
      seen.set(name, file);
      return problems;
    });
}

/** An English file replaces many missing translations; its faults are reported once. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [describeProblem(problem), problem])).values()];
}
