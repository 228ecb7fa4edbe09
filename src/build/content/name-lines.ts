import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OF_JSON = /^(content\/[\w/-]+\.json): ([^:]+): (?:(\w+): )?/;

/** Adds the line number in messages about keys of the JSON files below `root`. */
export function nameLines(problems: readonly string[], root: string): readonly string[] {
  const texts = new Map<string, string>();
  return problems.map((problem) => {
    const [, file, key, field] = OF_JSON.exec(problem) ?? [];
    if (file === undefined || key === undefined) return problem;
    const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    const line = lineOf(text, key, field);
    return line === null ? problem : problem.replace(file, `${file}:${line}`);
  });
}

/** The line of a key, or of one of its fields if present; null if the key does not occur. */
function lineOf(text: string, key: string, field: string | undefined): number | null {
  const start = text.indexOf(`\n  "${key}":`) + 1;
  if (start === 0) return null;
  const end = text.indexOf('\n  "', start);
  const inside =
    field === undefined ? -1 : text.slice(start, end < 0 ? undefined : end).indexOf(`\n    "${field}":`) + 1;
  return text.slice(0, start + Math.max(0, inside)).split('\n').length;
}
