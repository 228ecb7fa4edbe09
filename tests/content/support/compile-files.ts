import { type Compiled, type CompileOptions, compileContent } from '#src/build/content/compile-content.ts';
import { describeProblem } from '#src/build/content/problem.ts';
import type { SourceFile } from '#src/build/content/source-file.ts';
import type { Locale } from '#src/config/locales.ts';
import { parseFacts } from '#src/i18n/facts.ts';

/** Facts for test files, separate from those of the site. */
export const FACTS = parseFacts({
  'pool.size': { value: '1234567', unit: 'synx', basis: 'stated', source: 'test' },
  'pool.opens': { value: '2026-03-01', unit: 'date', basis: 'stated', source: 'test' },
});

/**
 * Compiles files given as path → text in these locales; problems are lines, without those of pages that have no file
 * here.
 */
export function compileFiles(
  files: Readonly<Record<string, string>>,
  {
    locales = ['en'],
    email = '',
    englishNote,
    claim = false,
    operator = false,
  }: Partial<Pick<CompileOptions, 'locales' | 'email' | 'englishNote' | 'claim' | 'operator'>> = {},
): Omit<Compiled, 'problems'> & { problems: readonly string[]; behind: readonly string[] } {
  const sources = Object.entries(files).map(([file, text]): SourceFile => {
    const [, kind, locale, name = ''] = file.split('/');
    return { kind: kind as SourceFile['kind'], locale: locale as Locale, name: name.replace(/\.md$/, ''), file, text };
  });
  const { documents, problems } = compileContent(sources, {
    ...{ locales, email, englishNote, claim, operator },
    facts: FACTS,
  });
  const behind = problems.filter((problem) => problem.behind).map(describeProblem);
  const lines = problems.map(describeProblem).filter((line) => !line.endsWith(':1: is missing'));
  return { documents, problems: lines, behind };
}

/** A page's file with this text below its front matter, which is four lines long. */
export function page(body: string, fields = 'title: T\ndescription: D'): string {
  return `---\n${fields}\n---\n${body}\n`;
}
