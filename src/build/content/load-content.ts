import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#src/config/locales.ts';
import { checkFacts, parseFacts } from '#src/i18n/facts.ts';
import { jsonFault } from '../../../bootstrap/json-faults.mjs';
import { compileContent } from './compile-content.ts';
import type { ContentDocument } from './document.ts';
import { describeProblem } from './problem.ts';
import { readSources } from './read-sources.ts';

export interface LoadedContent {
  readonly documents: readonly ContentDocument[];
  /** Human-readable lines, each naming file and line; empty if there are no problems. */
  readonly problems: readonly string[];
  /** Those of the problems that only say that a translation is behind its English file. */
  readonly behind: readonly string[];
}

/** Compiles content/ below `root` for these locales; `englishNote` stands above a part that a translation lacks. */
export function loadContent(
  root: string,
  locales: readonly Locale[],
  email: string,
  englishNote?: (locale: Locale) => string,
): LoadedContent {
  const file = 'content/facts.json';
  const text = readFileSync(join(root, file), 'utf8');
  const broken = jsonFault(file, text);
  const wrongFacts = broken === null ? checkFacts(JSON.parse(text)) : [broken];
  if (wrongFacts.length > 0) return { documents: [], problems: wrongFacts, behind: [] };
  const { sources, problems } = readSources(root);
  const compiled = compileContent(sources, { locales, email, englishNote, facts: parseFacts(JSON.parse(text)) });
  return {
    documents: compiled.documents,
    problems: [...problems, ...compiled.problems].map(describeProblem),
    behind: compiled.problems.filter(({ behind }) => behind).map(describeProblem),
  };
}
