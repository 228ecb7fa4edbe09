import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputHash } from '#src/build/input-hash.ts';
import { BUILD_SETTINGS } from '#src/build/site-env.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'synx-inputs-'));
  for (const folder of ['content', 'public', 'src']) mkdirSync(join(root, folder));
  for (const file of ['astro.config.mjs', 'package-lock.json', 'tsconfig.json']) writeFileSync(join(root, file), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each(['NODE_ENV', ...BUILD_SETTINGS])('another %s is another build; an empty one is none', (name) => {
  expect(inputHash(root, { [name]: 'x' })).not.toBe(inputHash(root, {}));
  expect(inputHash(root, { [name]: '' })).toBe(inputHash(root, {}));
});

it('does not depend on files that only the server uses', () => {
  expect(inputHash(root, { RPC_URL_1: 'https://one.example/key', PORT: '5000' })).toBe(inputHash(root, {}));
});
