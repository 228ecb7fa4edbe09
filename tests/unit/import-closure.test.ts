import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closureOf, ENTRY_POINTS } from '#tests/run/import-closure.ts';
import { readImports } from '#tests/run/import-graph.ts';

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
