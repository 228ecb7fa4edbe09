import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OF_JSON = /^(content\/[\w/-]+\.json): ([^:]+): (?:(\w+): )?/;

/** Names the line after the file in messages on keys of the JSON files below `root`; others stay as they are. */
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

/** The line of a key, or of one of its fields where it has that one; null where the key is nowhere. */
function lineOf(text: string, key: string, field: string | undefined): number | null {
  const start = text.indexOf(`\n  "${key}":`) + 1;
  if (start === 0) return null;
  const end = text.indexOf('\n  "', start);
  const inside =
    field === undefined ? -1 : text.slice(start, end < 0 ? undefined : end).indexOf(`\n    "${field}":`) + 1;
  return text.slice(0, start + Math.max(0, inside)).split('\n').length;
}
