// Checks citations in comments and documents: `citations.ts [folder of the project]`. Exits with 1 if a citation leads
// nowhere or a comment line is too long.
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readRequirements } from '#tests/trace/requirements.ts';
import { commentsOf, isWholeComment, type Line, linesOf } from './comment-lines.ts';
import { problemsIn, projectFolder, prosePaths, reportProblems, TEST_FILE } from './project-files.ts';

/** The valid targets of citations. */
export interface Citable {
  /** Ids of tests/requirements.tsv. */
  readonly requirements: ReadonlySet<string>;
  /** Numbers of the files in docs/decisions/. */
  readonly decisions: ReadonlySet<number>;
  /** Threats and figures of docs/reliability.md, invariants of docs/contracts.md: the first cells of their tables. */
  readonly numbered: ReadonlySet<string>;
  /** Paths from the project's folder. */
  readonly files: ReadonlySet<string>;
}

const MAX_COLUMNS = 120;
/** Capital and number, but not citations: a key, a paper size. */
const NO_CITATIONS = new Set(['F8', 'A4']);
/** Written by the build or by npm, so not among the files. */
const MADE = /^(?:node_modules|dist)\//;

/** Every citation of `text` that leads nowhere, and every comment line that is too long, as `file:line: problem`. */
export function citationProblems(file: string, text: string, citable: Citable): string[] {
  const isDocument = extname(file) === '.md';
  const lines = linesOf(text);
  const cited = isDocument ? lines : [...commentsOf(lines), ...(TEST_FILE.test(file) ? titleIdsOf(lines) : [])];
  const at = (number: number, problem: string) => `${file}:${number}: ${problem}`;
  const unknown = cited.flatMap((line) =>
    unresolved(line.text, citable).map((citation) => at(line.number, `"${citation}" leads nowhere`)),
  );
  const long = isDocument ? [] : lines.filter((line) => line.text.length > MAX_COLUMNS && isWholeComment(line, lines));
  return [...unknown, ...long.map((line) => at(line.number, `a comment of ${line.text.length} columns`))];
}

/** All valid targets of citations in the project below `root`. */
export function readCitable(root: string): Citable {
  const files = globSync(['*', '{bootstrap,contracts,src,tests,docs,content,public,.github}/**/*.*'], { cwd: root });
  const numbers = files.map((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1]).filter((number) => number);
  const documents = ['docs/reliability.md', 'docs/contracts.md'].map((file) => readFileSync(join(root, file), 'utf8'));
  return {
    requirements: new Set(readRequirements(join(root, 'tests/requirements.tsv')).map(({ id }) => id)),
    decisions: new Set(numbers.map(Number)),
    numbered: new Set([...documents.join('\n').matchAll(/^\| ([A-Z]\d{1,2}) \|/gm)].map(([, id = '']) => id)),
    files: new Set(files),
  };
}

function unresolved(text: string, { requirements, decisions, numbered, files }: Citable): string[] {
  const found: string[] = [];
  const expect = (pattern: RegExp, isKnown: (name: string) => boolean) => {
    for (const [whole, name = whole] of text.matchAll(pattern)) if (!isKnown(name)) found.push(whole);
  };
  const paths = [...files];
  const isFile = (path: string) => MADE.test(path) || paths.some((known) => `/${known}`.endsWith(`/${path}`));
  expect(/\bR\d+\.\d+/g, (id) => requirements.has(id));
  expect(/\bdecisions? (\d+)/g, (number) => decisions.has(Number(number)));
  expect(/\bdecisions \d+(?:, \d+)*(?:,? and )(\d+)/g, (number) => decisions.has(Number(number)));
  expect(/(?<![\w+.$-])[A-QS-Z]\d{1,2}(?![\w.:])/g, (id) => numbered.has(id) || NO_CITATIONS.has(id));
  // A fact of content/facts.json may name, in quotes, the section of the requirements it comes from.
  expect(/(?<!")\bSpec(?:ification)? \d+|§ ?\d+/g, () => false);
  expect(/(?<![\w/.<>*{}-])[\w.-]+(?:\/[\w.-]+)*\.md\b/g, isFile);
  expect(/(?<![\w/.<>*{}@:-])[\w-]+(?:[/.][\w-]+)*\.(?:ts|tsx|astro|css|mjs|cjs|tsv|sol)\b(?!\()/g, isFile);
  return found;
}

/** Ids in brackets at the start of a test title; tests/trace.ts counts those of requirements. */
function titleIdsOf(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const [, ids] = /['"`]\[([A-QS-Z]\d{1,2}(?: [A-QS-Z]\d{1,2})*)\] /.exec(line.text) ?? [];
    return ids === undefined ? [] : [{ ...line, text: ids }];
  });
}

if (import.meta.main) {
  const root = projectFolder();
  const citable = readCitable(root);
  reportProblems(problemsIn(root, prosePaths(root), (file, text) => citationProblems(file, text, citable)));
}
