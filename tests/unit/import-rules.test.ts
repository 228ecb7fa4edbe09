import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Imported by other files; breaks nothing itself. */
const COMMON: Record<string, string> = {
  'src/lib/sum.ts': 'export const sum = 1n;',
  'src/config/chains.ts': "import { sum } from '#src/lib/sum.ts'; export const chains = [sum];",
  'src/contract/errors.ts': "import { z } from 'zod'; export const code = z.string(); export type Code = string;",
  'src/chain/read.ts': "import { isAddress } from 'viem'; export const read = isAddress;",
  'src/client/request.ts': "import type { Code } from '#src/contract/errors.ts'; export type Reply = Code;",
  'src/wallet/config.ts': "import { createConfig } from '@wagmi/core'; export const config = createConfig;",
  'src/stores/wallet.ts': "import type { Reply } from '#src/client/request.ts'; export type $wallet = Reply;",
  'src/purchase/buy.ts': "import type { $wallet } from '#src/stores/wallet.ts'; export type Buy = $wallet;",
  'src/components/ui/button.tsx': "import { useId } from 'react'; export const Button = useId;",
  'src/islands/card/card.tsx': "import { Button } from '#src/components/ui/button.tsx'; export const Card = Button;",
  'src/layouts/shell.astro': "---\nimport { chains } from '#src/config/chains.ts';\n---\n<p>{chains.length}</p>",
  'src/pages/index.astro': "---\nimport Shell from '#src/layouts/shell.astro';\n---\n<Shell />",
  'src/server/http/app.ts':
    "import fastify from 'fastify'; import { read } from '#src/chain/read.ts'; export const app = [fastify, read];",
  'src/server/platform/database/tables.ts': 'export const tables = [];',
  'src/server/money/payments/credit/credit.ts':
    "import { tables } from '#src/server/platform/database/tables.ts'; export const credit = tables;",
  'src/server/money/payments/watch/watch.ts':
    "import { credit } from '../credit/credit.ts'; export const watch = credit;",
  'src/server/community/airdrop/points.ts':
    "import { credit } from '#src/server/money/payments/credit/credit.ts'; export const points = credit;",
  'src/server/money/staking/stake.ts':
    "import { tables } from '#src/server/platform/database/tables.ts'; export const stake = tables;",
  'src/server/main.ts': "import { app } from './http/app.ts'; export const main = app;",
  'src/dev/start.ts': "import { app } from '#src/server/http/app.ts'; import 'node:fs'; export const start = app;",
  'tests/unit/a.test.ts': "import { app } from '#src/server/http/app.ts'; import 'kysely'; export const a = app;",
};

/** Each file breaks exactly the named rule. */
const PLANTED: [rule: string, file: string, source: string][] = [
  ['layer-lib', 'src/lib/bad.ts', "import '#src/config/chains.ts';"],
  ['lib-imports-nothing', 'src/lib/bad-package.ts', "import 'zod';"],
  ['layer-config', 'src/config/bad.ts', "import '#src/chain/read.ts';"],
  ['layer-contract', 'src/contract/bad.ts', "import '#src/chain/read.ts';"],
  ['layer-chain', 'src/chain/bad.ts', "import '#src/wallet/config.ts';"],
  ['layer-client', 'src/client/bad.ts', "import '#src/stores/wallet.ts';"],
  ['layer-wallet', 'src/wallet/bad.ts', "import '#src/stores/wallet.ts';"],
  ['layer-stores', 'src/stores/bad.ts', "await import('#src/components/ui/button.tsx');"],
  ['layer-stores', 'src/stores/bad-purchase.ts', "import '#src/purchase/buy.ts';"],
  ['layer-purchase', 'src/purchase/bad.ts', "import '#src/components/ui/button.tsx';"],
  ['layer-scripts', 'src/scripts/bad.ts', "import '#src/wallet/config.ts';"],
  [
    'layer-components',
    'src/components/bad.astro',
    "---\nimport { Card } from '#src/islands/card/card.tsx';\n---\n<Card />",
  ],
  ['layer-layouts', 'src/layouts/bad.astro', "<p></p>\n<script>\nimport '#src/pages/data.ts';\n</script>"],
  ['layer-worker', 'src/worker/bad.ts', "import '#src/client/request.ts';"],
  ['layer-server', 'src/server/bad.ts', "import '#src/client/request.ts';"],
  [
    'folder-server/platform',
    'src/server/platform/database/bad.ts',
    "import '#src/server/money/payments/credit/credit.ts';",
  ],
  ['folder-server/money/payments', 'src/server/money/payments/credit/bad.ts', "import '../../staking/stake.ts';"],
  [
    'folder-server/community',
    'src/server/community/airdrop/bad.ts',
    "import type { app } from '#src/server/http/app.ts'; export type S = typeof app;",
  ],
  ['folder-server/http', 'src/server/http/bad.ts', "import '../main.ts';"],
  [
    'folder-server/money/payments/credit',
    'src/server/money/payments/credit/bad-inner.ts',
    "import '../watch/watch.ts';",
  ],
  ['area-without-a-place', 'src/server/attic/bad.ts', "import '#src/server/platform/database/tables.ts';"],
  [
    'folder-without-a-place-money',
    'src/server/money/attic/bad.ts',
    "import '#src/server/platform/database/tables.ts';",
  ],
  [
    'no-island-imports-another',
    'src/islands/stake/stake.tsx',
    "import { Card } from '../card/card.tsx'; export const S = Card;",
  ],
  [
    'contract-as-types-in-the-browser',
    'src/stores/bad-contract.ts',
    "import { code } from '#src/contract/errors.ts'; code;",
  ],
  [
    'contract-as-types-in-the-browser',
    'src/pages/bad.astro',
    "---\nimport { code } from '#src/contract/errors.ts';\n---\n{code}",
  ],
  ['server-is-imported-by-nobody', 'src/build/bad.ts', "import '#src/server/http/app.ts';"],
  ['build-and-dev-not-pages', 'src/dev/bad.ts', "import '#src/pages/data.ts';"],
  ['only-here-react', 'src/stores/bad-react.ts', "import { useStore } from '@nanostores/react'; useStore;"],
  [
    'only-here-react',
    'src/components/bad-react.tsx',
    "import type { ReactNode } from 'react'; export type N = ReactNode;",
  ],
  ['only-here-wallet-packages', 'src/stores/bad-wagmi.ts', "import '@wagmi/core';"],
  ['only-here-viem', 'src/islands/card/bad-viem.ts', "import { parseUnits } from 'viem/utils'; parseUnits;"],
  ['only-here-server-packages', 'src/dev/bad-pg.ts', "import pg from 'pg'; pg;"],
  ['only-here-server-packages', 'src/client/bad-cookie.ts', "import '@fastify/cookie';"],
  ['node-only-where-node-runs', 'src/chain/bad-node.ts', "import 'node:fs';"],
  ['no-tests-in-the-product', 'src/server/bad-tests.ts', "import '#tests/unit/a.test.ts';"],
  ['no-dev-packages-in-the-product', 'src/server/bad-dev.ts', "import 'fast-check';"],
  ['no-circular', 'src/lib/one.ts', "import './two.ts';"],
  ['not-to-unresolvable', 'src/lib/nowhere.ts', "import './nothing.ts';"],
];

const folders: string[] = [];

/** Writes the files to a new folder and checks them: the exit code and the output. */
function check(files: Record<string, string>): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'synx-imports-'));
  folders.push(folder);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${source}\n`);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/run/import-rules.ts', folder], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('import rules', () => {
  it('allow one-way imports', () => {
    const { status, output } = check(COMMON);
    expect(output).toContain('no dependency violations found');
    expect(status).toBe(0);
  });

  describe('planted violations', () => {
    let result: { status: number | null; output: string };

    beforeAll(() => {
      const planted = Object.fromEntries(PLANTED.map(([, file, source]) => [file, source]));
      const partners = { 'src/lib/two.ts': "import './one.ts';", 'src/pages/data.ts': 'export const data = 1;' };
      result = check({ ...COMMON, ...partners, ...planted });
    });

    it('fail the check', () => expect(result.status).not.toBe(0));

    it.each(PLANTED)('%s is reported for %s', (rule, file) => {
      expect(result.output).toMatch(new RegExp(`error ${rule}: ${file.replaceAll('.', '\\.')}(?:\\.tsx)?\\s`));
    });
  });
});
