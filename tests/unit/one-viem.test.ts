import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'));

it('every package gets the one viem that is named, exactly, as a dependency and as the override (decision 51)', () => {
  const { dependencies, overrides } = read('package.json');
  expect(dependencies.viem).toMatch(/^\d+\.\d+\.\d+$/);
  expect(overrides.viem).toBe(dependencies.viem);
  const locked = Object.entries<{ version: string }>(read('package-lock.json').packages);
  const copies = locked.filter(([path]) => /(?:^|\/)node_modules\/viem$/.test(path));
  expect(copies.map(([path, { version }]) => [path, version])).toEqual([['node_modules/viem', dependencies.viem]]);
});
