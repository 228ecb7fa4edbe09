import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportGraph } from '#tests/run/import-graph.ts';
import { LONGEST, lengthRank } from '#tests/run/longest.ts';
import { touched } from '#tests/run/touched.ts';

const GRAPH: ImportGraph = new Map([
  ['src/lib/sum.ts', []],
  ['src/server/pay.ts', ['src/lib/sum.ts']],
  ['src/server/cli.ts', []],
  ['src/islands/card/Card.tsx', ['src/lib/sum.ts']],
  ['src/pages/index.astro', ['src/islands/card/Card.tsx']],
  ['tests/support/stack.ts', ['src/server/pay.ts']],
  ['tests/unit/sum.test.ts', ['src/lib/sum.ts']],
  ['tests/api/pay.test.ts', ['tests/support/stack.ts']],
  ['tests/api/cli.test.ts', ['src/server/cli.ts']],
  ['tests/api/records.test.ts', ['content/']],
  ['tests/e2e/card.test.ts', ['tests/support/stack.ts']],
  ['tests/e2e/faq.test.ts', []],
]);
const of = (...changed: string[]) => Object.fromEntries(touched(changed, GRAPH));

describe('the tests that a change can touch', () => {
  it('are those that import it, directly or not, and never less than the checks', () => {
    expect(of('src/server/pay.ts')).toEqual({
      check: 'all',
      api: ['tests/api/pay.test.ts'],
      e2e: ['tests/e2e/card.test.ts'],
      trace: 'all',
    });
    expect(of('src/server/cli.ts')).toEqual({ check: 'all', api: ['tests/api/cli.test.ts'], trace: 'all' });
  });

  it('include a test that changed itself', () => {
    expect(of('tests/e2e/faq.test.ts')).toEqual({ check: 'all', e2e: ['tests/e2e/faq.test.ts'], trace: 'all' });
  });

  it('are all of the built site if a page contains it', () => {
    expect(of('src/lib/sum.ts')).toEqual({
      ...{ check: 'all', unit: ['tests/unit/sum.test.ts'], api: ['tests/api/pay.test.ts'] },
      ...{ build: 'all', dist: 'all', start: 'all', e2e: 'all', trace: 'all' },
    });
  });

  it('are all tests that read by path a file that nothing imports', () => {
    expect(of('content/faq/en.md')).toMatchObject({ content: 'all', api: 'all', dist: 'all', e2e: 'all' });
    expect(Object.keys(of('docs/operating.md'))).toEqual(['check', 'unit', 'start', 'trace']);
  });

  it('are all tests if packages or the run itself change', () => {
    for (const file of ['package-lock.json', 'tests/run/stages.ts', 'tests/playwright.config.ts', 'tsconfig.json'])
      expect(Object.values(of(file))).toEqual(Array(10).fill('all'));
  });
});

describe('the longest files', () => {
  it('exist', () => {
    for (const [stage, names] of Object.entries(LONGEST))
      for (const name of names) expect(existsSync(`tests/${stage}/${name}.test.ts`), name).toBe(true);
  });

  it('come first only in their own stage', () => {
    const [first = '', second = ''] = LONGEST.api ?? [];
    expect(lengthRank('api', `/somewhere/tests/api/${first}.test.ts`)).toBe(0);
    expect(lengthRank('api', `/somewhere/tests/api/${second}.test.ts`)).toBe(1);
    expect(lengthRank('unit', `/somewhere/tests/api/${first}.test.ts`)).toBe(Number.POSITIVE_INFINITY);
  });
});
