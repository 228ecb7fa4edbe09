import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunkGroups, modulesIn } from '#src/build/shared-files.ts';

const SOURCE = join(import.meta.dirname, '../../../src');

/** The file that a module, by its path next to src/, becomes part of; none if the bundler decides. */
function fileOf(path: string): string | undefined {
  return chunkGroups(SOURCE).find(({ test }) => test(join(SOURCE, path)))?.name;
}

it('knows the shared files and packages by their paths, and no others', () => {
  expect(fileOf('stores/presale.ts')).toBe('shared');
  expect(fileOf('stores/presale.ts?used')).toBe('shared');
  expect(fileOf('../node_modules/nanostores/index.js')).toBe('shared');
  expect(fileOf('stores/staking.ts')).toBeUndefined();
  expect(fileOf('../node_modules/react-dom/index.js')).toBeUndefined();
});

it('names a file that was renamed', () => {
  expect(() => modulesIn(SOURCE, ['stores/wallet.ts', 'stores/walet.ts'])).toThrow('stores/walet.ts');
});

it('knows the files of wallets, which most visitors never load, and those of an offer', () => {
  expect(fileOf('stores/wallet.ts')).toBe('wallet');
  expect(fileOf('stores/wallet-state.ts')).toBe('shared');
  expect(fileOf('purchase/offer/purchase.ts')).toBe('offer');
  expect(fileOf('purchase/run-purchase.ts')).toBeUndefined();
  expect(fileOf('scripts/shared/dom.ts')).toBe('tool');
});
