import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { inputHash } from '#src/build/input-hash.ts';
import { BUILD_SETTINGS } from '#src/build/site-env.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const root = sharedFolder();
beforeAll(() => {
  for (const folder of ['content', 'public', 'src']) mkdirSync(join(root, folder));
  for (const file of ['astro.config.mjs', 'package-lock.json', 'tsconfig.json']) writeFileSync(join(root, file), '');
});

it.each(['NODE_ENV', ...BUILD_SETTINGS])('another %s is another build; an empty one is none', (name) => {
  expect(inputHash(root, { [name]: 'x' })).not.toBe(inputHash(root, {}));
  expect(inputHash(root, { [name]: '' })).toBe(inputHash(root, {}));
});

it('does not depend on files that only the server uses', () => {
  expect(inputHash(root, { RPC_URL_1: 'https://one.example/key', PORT: '5000' })).toBe(inputHash(root, {}));
});

it('is another one each day as soon as there are press releases, which may wait for theirs', () => {
  const hashOn = (day: string) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(day) / 1000));
    return inputHash(root, {});
  };
  expect(hashOn('2026-12-23')).toBe(hashOn('2026-12-24'));
  mkdirSync(join(root, 'content/press/en'), { recursive: true });
  writeFileSync(join(root, 'content/press/en/2026-12-24-x.md'), '');
  expect(hashOn('2026-12-23')).not.toBe(hashOn('2026-12-24'));
  vi.unstubAllEnvs();
});
