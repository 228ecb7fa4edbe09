// Checks the words of comments, test titles and documents: `plain-words.ts [folder of the project]`. Exits with 1 if
// they contain a phrase that a native reader stumbles over.
import { extname } from 'node:path';
import { commentsOf, type Line, linesOf } from './comment-lines.ts';
import { problemsIn, projectFolder, prosePaths, reportProblems, TEST_FILE } from './project-files.ts';

/** Contain the phrases on purpose. */
const ABOUT_WORDS = new Set(['tests/run/plain-words.ts', 'tests/unit/plain-words.test.ts']);

/** Phrases that are never needed, each with its replacements. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bwe\b/i, 'name the subject'],
  [/\banew\b/i, 'again'],
  [/\ball the same\b/i, 'nevertheless, still'],
  [/\bby (?:itself|themselves)\b/i, 'alone, automatically, without the visitor'],
  // "The size of its own file" is a plain genitive.
  [
    /\bof (?:its|their|one['’]s) own(?=[,.;:)’'"]|$| (?:and|at|but|by|for|from|in|on|or|so|that|to|which|with)\b)/i,
    'its own …',
  ],
  [/\bbeside\b/i, 'next to, alongside, as well as'],
  [/\bwh(?:o|om|ose)ever\b/i, 'name the person'],
  [/\bsomebod(?:y|ies)\b/i, 'name the person'],
  [/\bso many\b/i, 'a number, this many'],
  [/\bwhat (?:is|it|was|they)\b/i, 'a noun'],
  [/\bstands\b/i, 'is'],
];

/** Every phrase to avoid in the comments and test titles of a file, or in a document, as `file:line: problem`. */
export function wordProblems(file: string, text: string): string[] {
  const lines = linesOf(text);
  const prose = extname(file) === '.md' ? withoutCode(lines) : commentsOf(lines);
  const titles = TEST_FILE.test(file) ? titlesOf(lines) : [];
  return [...paragraphsOf(prose), ...titles.map((title) => [title])].flatMap((paragraph) => {
    const words = paragraph.map((line) => line.text).join(' ');
    return PHRASES.flatMap(([phrase, instead]) =>
      [...words.matchAll(new RegExp(phrase, 'gi'))].map(
        ({ 0: found, index }) => `${file}:${lineAt(paragraph, index)}: "${found}": write ${instead}`,
      ),
    );
  });
}

/** Lines that follow each other, without the marks of comments, since a phrase may be wrapped. */
function paragraphsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const paragraphs: Line[][] = [];
  for (const { number, text } of lines) {
    const line = { number, text: text.replace(/^\s*(?:\/\/+|\{?\/\*+|\*(?!\/)|<!--|>)?\s*/, '').trimEnd() };
    const last = paragraphs.at(-1);
    if (last?.at(-1)?.number === number - 1) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** The number of the line at a position in the joined text of a paragraph. */
function lineAt(paragraph: readonly Line[], position: number): number | undefined {
  let end = 0;
  return paragraph.find(({ text }) => {
    end += text.length + 1;
    return position < end;
  })?.number;
}

/** The lines of a document without fenced code, in which code in backticks is blanked. */
function withoutCode(lines: readonly Line[]): readonly Line[] {
  let isFenced = false;
  return lines.flatMap(({ number, text }) => {
    if (text.startsWith('```')) isFenced = !isFenced;
    return isFenced ? [] : [{ number, text: text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)) }];
  });
}

/** Titles of tests, behind the name of a test function or on the next line. */
function titlesOf(lines: readonly Line[]): readonly Line[] {
  const opening = /(?:\b(?:test|it|describe|step)(?:\.\w+)*|\))\($/;
  return lines.flatMap(({ number, text }, index) => {
    const isAlone = opening.test(lines[index - 1]?.text ?? '');
    const pattern = isAlone ? /^\s*(['"`].+)/ : /\b(?:test|it|describe|step)(?:\.\w+)*\((['"`].+)/;
    const { 1: title } = pattern.exec(text) ?? [];
    return title === undefined ? [] : [{ number, text: title }];
  });
}

if (import.meta.main) {
  const root = projectFolder();
  const files = prosePaths(root).filter((file) => !ABOUT_WORDS.has(file));
  reportProblems(problemsIn(root, files, wordProblems));
}
