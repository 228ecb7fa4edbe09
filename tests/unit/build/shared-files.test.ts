import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modulesIn, sharedModules, toolModules } from '#src/build/shared-files.ts';

const SOURCE = join(import.meta.dirname, '../../../src');

it('knows the shared files and packages by their paths, and no others', () => {
  const isShared = sharedModules(SOURCE);
  expect(isShared(join(SOURCE, 'stores/wallet.ts'))).toBe(true);
  expect(isShared(join(SOURCE, 'stores/wallet.ts?used'))).toBe(true);
  expect(isShared(join(SOURCE, '../node_modules/nanostores/index.js'))).toBe(true);
  expect(isShared(join(SOURCE, 'stores/staking.ts'))).toBe(false);
  expect(isShared(join(SOURCE, '../node_modules/react-dom/index.js'))).toBe(false);
});

it('names a file that was renamed', () => {
  expect(() => modulesIn(SOURCE, ['stores/wallet.ts', 'stores/walet.ts'])).toThrow('stores/walet.ts');
});

it('knows the files of tools', () => {
  const isTool = toolModules(SOURCE);
  expect(isTool(join(SOURCE, 'scripts/shared/dom.ts'))).toBe(true);
  expect(isTool(join(SOURCE, 'scripts/shared/on-visible.ts'))).toBe(false);
});
