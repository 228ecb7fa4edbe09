import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { closureOf, ENTRY_POINTS } from '#tests/run/import-closure.ts';
import { readImports } from '#tests/run/import-graph.ts';

const folder = mkdtempSync(join(tmpdir(), 'synx-closure-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCES = {
  'src/entry.ts': [
    "import { run } from './runs.ts';",
    "import type { Shape } from './shape.ts';",
    "export const later = () => import('./later.ts');",
    'export const start = (shape: Shape) => run(shape);',
  ],
  'src/runs.ts': ["import { both } from './both.ts';", 'export const run = (_: unknown) => both;'],
  'src/both.ts': ['export const both = 1;', 'export interface Both {}'],
  'src/shape.ts': [
    "import { deep } from './deep.ts';",
    "import type { Both } from './both.ts';",
    'export type Shape = typeof deep & Both;',
  ],
  'src/deep.ts': ['export const deep = 1;'],
  'src/later.ts': ['export const more = 1;'],
  'src/alone.ts': ['export const alone = 1;'],
};

it('tells what runs with a file from what loads later and what lends it types alone', () => {
  mkdirSync(join(folder, 'src'));
  for (const [file, lines] of Object.entries(SOURCES)) writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  const imports = readImports(folder, ['src']);
  const names = (...kinds: Parameters<typeof closureOf>[2]) =>
    [...closureOf(imports, 'src/entry.ts', kinds)].map((file) => file.slice(4, -3)).sort();
  expect(names('runtime')).toEqual(['both', 'entry', 'runs']);
  expect(names('runtime', 'on-demand')).toEqual(['both', 'entry', 'later', 'runs']);
  expect(names('runtime', 'on-demand', 'type')).toEqual(['both', 'deep', 'entry', 'later', 'runs', 'shape']);
});

it('a purchase brings no more files along than docs/architecture.md states', () => {
  const project = join(import.meta.dirname, '../..');
  const imports = readImports(project, ENTRY_POINTS);
  const stated = readFileSync(join(project, 'docs/architecture.md'), 'utf8').matchAll(
    /^\| `(src\/[^`]+)` \| ≤ (\d+) \| ≤ (\d+) \|/gm,
  );
  const rows = [...stated];
  expect(rows.map(([, entry]) => entry)).toEqual(ENTRY_POINTS);
  for (const [, entry = '', running, all] of rows) {
    expect(closureOf(imports, entry, ['runtime']).size, entry).toBeLessThanOrEqual(Number(running));
    expect(closureOf(imports, entry, ['runtime', 'on-demand', 'type']).size, entry).toBeLessThanOrEqual(Number(all));
  }
});
