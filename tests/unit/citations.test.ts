import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationProblems, readCitable } from '#tests/run/citations.ts';

const PROJECT = join(import.meta.dirname, '../..');
const citable = readCitable(PROJECT);
const problemsOf = (...lines: string[]) => citationProblems('src/lib/a.ts', lines.join('\n'), citable);

describe('a citation in a comment', () => {
  it.each([
    'R4.021',
    '(R4.018-R4.024)',
    '(decision 7)',
    '(decisions 2 and 4)',
    '(S7, G12)',
    'docs/architecture.md',
    'operating.md',
    'payments/credit/credit-payment.ts',
    'roll-left-stock.ts',
    'dist/build.json and node_modules/astro/env.d.ts',
    'F8 moves the focus, an A4 page is printed',
    'GET https://example.org/readme.md',
    'content/faq/<locale>/*.md',
  ])('"%s" leads somewhere', (citation) => {
    expect(problemsOf(`// Because: ${citation}.`, `/** Because: ${citation}. */`)).toEqual([]);
  });

  it.each([
    ['R4.999', 'R4.999'],
    ['(R4.018-R4.999)', 'R4.999'],
    ['(R3.032-046) and R3.32', 'R3.32'],
    ['(decision 999)', 'decision 999'],
    ['(decisions 2 and 999)', 'decisions 2 and 999'],
    ['(S99)', 'S99'],
    ['(S7, G99)', 'G99'],
    ['(T8)', 'T8'],
    ['Spec 9', 'Spec 9'],
    ['no-such-paper.md', 'no-such-paper.md'],
    ['docs/no-such-paper.md', 'docs/no-such-paper.md'],
    ['src/lib/no-such-file.ts', 'src/lib/no-such-file.ts'],
    ['no-such-file.tsx', 'no-such-file.tsx'],
  ])('"%s" does not', (citation, found) => {
    const problem = `"${found}" leads nowhere`;
    expect(problemsOf('', `// Because: ${citation}.`)).toEqual([`src/lib/a.ts:2: ${problem}`]);
    expect(problemsOf('/**', ` * Because: ${citation}.`, ' */')).toEqual([`src/lib/a.ts:2: ${problem}`]);
    expect(problemsOf(`const n = 1; // because: ${citation}`)).toEqual([`src/lib/a.ts:1: ${problem}`]);
    expect(citationProblems('docs/a.md', `Because: ${citation}.`, citable)).toEqual([`docs/a.md:1: ${problem}`]);
  });

  it('is looked for only in comments, and at the start of test titles', () => {
    const code = ["const text = 'S99 // decision 999';", 'const R9 = S99;', `test('${'['}S99 G12] a title', run);`];
    expect(problemsOf(...code)).toEqual([]);
    for (const file of ['tests/a.test.ts', 'tests/a.test.tsx'])
      expect(citationProblems(file, code.join('\n'), citable)).toEqual([`${file}:3: "S99" leads nowhere`]);
  });
});

describe('a comment of more than 120 columns', () => {
  const words = 'x'.repeat(118);

  it.each([`// ${words}`, `  /** ${words} */`, `{/* ${words} */}`, `<!-- ${words} -->`])('is found: %s', (line) => {
    expect(problemsOf(line)).toEqual([`src/lib/a.ts:1: a comment of ${line.length} columns`]);
  });

  it('is not a line of code, nor one of a document', () => {
    expect(problemsOf(`const text = '${words}';`)).toEqual([]);
    expect(citationProblems('docs/a.md', `<!-- ${words} -->`, citable)).toEqual([]);
  });
});
