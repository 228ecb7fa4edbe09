import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wordProblems } from '#tests/run/plain-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'synx-words-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a phrase to avoid', () => {
  it.each([
    ['we', 'Here we read the head.'],
    ['anew', 'The day is counted anew.'],
    ['all the same', 'A late hash is recorded all the same.'],
    ['by itself', 'The island hydrates by itself.'],
    ['of its own', 'Each worker has a database of its own.'],
    ['beside', 'It runs beside the server.'],
    ['Whoever', 'Whoever posts a hash sees it.'],
    ['somebody', 'It waits until somebody decides.'],
    ['so many', 'A lease ends after so many seconds.'],
    ['what is', 'The page carries what is needed.'],
    ['stands', 'The heading stands above the text.'],
  ])('"%s" is found in comments, titles and documents', (phrase, sentence) => {
    const problem = expect.stringContaining(`: "${phrase}": write `);
    expect(wordProblems('src/a.ts', `// ${sentence}`)).toEqual([problem]);
    expect(wordProblems('src/a.ts', `const a = 1; // ${sentence}`)).toEqual([problem]);
    expect(wordProblems('src/a.css', `/* ${sentence} */`)).toEqual([problem]);
    expect(wordProblems('tests/a.test.ts', `test('${sentence}', run);`)).toEqual([problem]);
    expect(wordProblems('tests/a.test.tsx', `test('${sentence}', run);`)).toEqual([problem]);
    expect(wordProblems('tests/a.test.ts', `  test(\n    '${sentence}',\n    run,\n  );`)).toEqual([problem]);
    expect(wordProblems('docs/a.md', `- ${sentence}`)).toEqual([problem]);
  });

  it('is found across the end of a line, at the line where it begins', () => {
    expect(wordProblems('src/a.ts', '/**\n * The page carries what\n * is needed.\n */')).toEqual([
      'src/a.ts:2: "what is": write a noun',
    ]);
    expect(wordProblems('docs/a.md', 'It is counted all the\nsame.')).toEqual([
      'docs/a.md:1: "all the same": write nevertheless, still',
    ]);
  });

  it.each([
    'The web page is newer than the answer: a renewed one anneals.',
    'Besides the head, this states which part is missing.',
    'A stand-in with the proof of its own session, and requests of their own origin.',
    'There are not so few; this many are somewhere.',
  ])('is not seen in "%s"', (sentence) => {
    expect(wordProblems('src/a.ts', `// ${sentence}`)).toEqual([]);
    expect(wordProblems('docs/a.md', sentence)).toEqual([]);
  });

  it('is not looked for in code, in other texts, and in the code of a document', () => {
    const code = ["const text = 'what is sent';", "expect(text).toBe('we keep it');", 'let anew = beside;'];
    expect(wordProblems('tests/a.test.ts', code.join('\n'))).toEqual([]);
    expect(wordProblems('docs/a.md', '```\nwhat is sent\n```\nThe text `what is sent` is code.')).toEqual([]);
  });
});

it('the command names every problem of a project with its place, and fails', () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'README.md'), '# Plain\n');
  writeFileSync(join(folder, 'src/a.ts'), '// Plain.\n// Counted anew.\n');
  const run = () =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../run/plain-words.ts'), folder], { encoding: 'utf8' });
  const failed = run();
  expect([failed.status, failed.stderr.trim()]).toEqual([1, 'src/a.ts:2: "anew": write again']);
  writeFileSync(join(folder, 'src/a.ts'), '// Plain.\n');
  expect(run().status).toBe(0);
});
