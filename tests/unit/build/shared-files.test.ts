import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cardModules, modulesIn, sharedModules, toolModules, walletModules } from '#src/build/shared-files.ts';

const SOURCE = join(import.meta.dirname, '../../../src');

it('knows the shared files and packages by their paths, and no others', () => {
  const isShared = sharedModules(SOURCE);
  expect(isShared(join(SOURCE, 'stores/presale.ts'))).toBe(true);
  expect(isShared(join(SOURCE, 'stores/presale.ts?used'))).toBe(true);
  expect(isShared(join(SOURCE, 'stores/wallet.ts'))).toBe(false);
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

it('knows the files of wallets, which most visitors never load, and those of the card', () => {
  expect(walletModules(SOURCE)(join(SOURCE, 'stores/wallet.ts'))).toBe(true);
  expect(walletModules(SOURCE)(join(SOURCE, 'stores/wallet-state.ts'))).toBe(false);
  expect(cardModules(SOURCE)(join(SOURCE, 'purchase/purchase.ts'))).toBe(true);
});
