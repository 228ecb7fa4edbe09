import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#src/config/locales.ts';
import { checkFacts, parseFacts } from '#src/i18n/facts.ts';
import { compileContent } from './compile-content.ts';
import type { ContentDocument } from './document.ts';
import { describeProblem } from './problem.ts';
import { readSources } from './read-sources.ts';

export interface LoadedContent {
  readonly documents: readonly ContentDocument[];
  /** Human-readable lines, each naming file and line; empty if there are no problems. */
  readonly problems: readonly string[];
}

/**
 * Reads content/ below `root` from disk and compiles the documents of these locales; `email` is empty if the site has
 * none.
 */
export function loadContent(root: string, locales: readonly Locale[], email: string): LoadedContent {
  const stated = readJson(join(root, 'content/facts.json'));
  const wrongFacts = 'error' in stated ? [`content/facts.json: ${stated.error}`] : checkFacts(stated.value);
  if ('error' in stated || wrongFacts.length > 0) return { documents: [], problems: wrongFacts };
  const { sources, problems } = readSources(root);
  const compiled = compileContent(sources, { locales, email, facts: parseFacts(stated.value) });
  return { documents: compiled.documents, problems: [...problems, ...compiled.problems].map(describeProblem) };
}

function readJson(file: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
