import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = sharedFolder();

/** Imported by the planted files; breaks nothing itself. */
const ALLOWED: Record<string, string> = {
  'src/lib/sum.ts': 'export const sum = 1n;',
  'src/config/chains.ts': "import { sum } from '#src/lib/sum.ts'; export const chains = [sum];",
  'src/contract/errors.ts': "import { z } from 'zod'; export const code = z.string(); export type Code = string;",
  'src/client/request.ts': "import type { Code } from '#src/contract/errors.ts'; export type Reply = Code;",
  'src/islands/card/card.tsx': "import { useId } from 'react'; export const Card = useId;",
  'src/layouts/shell.astro': "---\nimport { chains } from '#src/config/chains.ts';\n---\n<p>{chains.length}</p>",
  'src/pages/data.ts': 'export const data = 1;',
  'src/server/platform/database/tables.ts': 'export const tables = [];',
  'src/server/platform/records/vote.ts': "import { tables } from '../database/tables.ts'; export const vote = tables;",
  'src/server/platform/database/migrations/first.ts':
    "import { vote } from '../../records/vote.ts'; export const first = vote;",
  'src/server/money/payments/credit/credit.ts':
    "import { tables } from '../../../platform/database/tables.ts'; export const credit = tables;",
  'src/server/money/payments/watch/watch.ts':
    "import { credit } from '../credit/credit.ts'; export const watch = credit;",
  'src/server/community/airdrop/points.ts':
    "import { credit } from '../../money/payments/credit/credit.ts'; export const points = credit;",
  'src/server/http/app.ts': "import fastify from 'fastify'; export const app = fastify;",
  'src/server/main.ts': "import { app } from './http/app.ts'; export const main = app;",
  'src/dev/start.ts': "import { app } from '#src/server/http/app.ts'; import 'node:fs'; export const start = app;",
  'tests/unit/a.test.ts': "import { app } from '#src/server/http/app.ts'; import 'kysely'; export const a = app;",
};

/** Each file breaks exactly the named rule, of each kind of rule at least one. */
const PLANTED: [rule: string, file: string, source: string][] = [
  ['layer-lib', 'src/lib/bad.ts', "import '#src/config/chains.ts';"],
  ['layer-stores', 'src/stores/bad.ts', "await import('#src/islands/card/card.tsx');"],
  ['layer-layouts', 'src/layouts/bad.astro', "<p></p>\n<script>\nimport '#src/pages/data.ts';\n</script>"],
  ['layer-server', 'src/server/bad.ts', "import '#src/client/request.ts';"],
  ['lib-imports-nothing', 'src/lib/bad-package.ts', "import 'zod';"],
  ['folder-server/platform', 'src/server/platform/database/bad.ts', "import '../../money/payments/credit/credit.ts';"],
  ['folder-server/platform/database', 'src/server/platform/database/bad-inner.ts', "import './migrations/first.ts';"],
  ['folder-server/money', 'src/server/money/payments/credit/bad.ts', "import '../../../community/airdrop/points.ts';"],
  ['folder-server/http', 'src/server/http/bad.ts', "import '../main.ts';"],
  [
    'folder-server/money/payments/credit',
    'src/server/money/payments/credit/bad-inner.ts',
    "import '../watch/watch.ts';",
  ],
  ['folder-without-a-place-money', 'src/server/money/attic/bad.ts', "import '../../platform/database/tables.ts';"],
  ['area-without-a-place', 'src/server/attic/bad.ts', "import '../platform/database/tables.ts';"],
  ['no-island-imports-another', 'src/islands/stake/bad.tsx', "import '../card/card.tsx';"],
  [
    'contract-as-types-in-the-browser',
    'src/pages/bad.astro',
    "---\nimport { code } from '#src/contract/errors.ts';\n---\n{code}",
  ],
  ['server-is-imported-by-nobody', 'src/build/bad.ts', "import '#src/server/http/app.ts';"],
  ['build-and-dev-not-pages', 'src/dev/bad.ts', "import '#src/pages/data.ts';"],
  ['only-here-react', 'src/stores/bad-react.ts', "import type { ReactNode } from 'react'; export type N = ReactNode;"],
  ['only-here-server-packages', 'src/client/bad-cookie.ts', "import '@fastify/cookie';"],
  ['node-only-where-node-runs', 'src/chain/bad-node.ts', "import 'node:fs';"],
  ['no-tests-in-the-product', 'src/server/bad-tests.ts', "import '#tests/unit/a.test.ts';"],
  ['no-dev-packages-in-the-product', 'src/server/bad-dev.ts', "import 'fast-check';"],
  ['no-circular', 'src/lib/one.ts', "import './two.ts';"],
  ['not-to-unresolvable', 'src/lib/nowhere.ts', "import './nothing.ts';"],
];

let output = '';
beforeAll(() => {
  const planted = Object.fromEntries(PLANTED.map(([, file, source]) => [file, source]));
  const files = { ...ALLOWED, ...planted, 'src/lib/two.ts': "import './one.ts';" };
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const env = { ...process.env, NO_COLOR: '1' };
  const told = spawnSync(process.execPath, ['tests/run/import-rules.ts', folder], { cwd: root, encoding: 'utf8', env });
  expect(told.status).not.toBe(0);
  output = told.stdout;
});

it.each(PLANTED)('the import rule %s is reported for %s', (rule, file) => {
  expect(output).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')}(?:\\.tsx)?\\s`));
});

it('one-way imports are allowed', () => {
  for (const file of Object.keys(ALLOWED)) expect(output).not.toMatch(new RegExp(`error [\\w/-]+: ${file}`));
});
