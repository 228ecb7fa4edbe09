import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installIfNeeded } from '#src/dev/bootstrap/install.mjs';
import { uncheckedPackages } from '#src/dev/bootstrap/unchecked-packages.mjs';

let root: string;
const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').split('\n') : []);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'synx-install-'));
  // An npm that notes its first argument and refuses.
  const script = `#!/bin/sh\necho "$1" >> ${root}/calls\necho "npm error code EUSAGE"\nexit 1\n`;
  writeFileSync(join(root, 'npm'), script);
  chmodSync(join(root, 'npm'), 0o755);
  vi.stubEnv('PATH', `${root}:${process.env['PATH'] ?? ''}`);
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function lock(entry: object): void {
  const packages = { '': {}, 'node_modules/one': { version: '1.0.0', ...entry } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(root, 'package.json'), '{}');
}

test('the lock file has a checksum of all that is installed here', () => {
  expect(uncheckedPackages(process.cwd())).toEqual([]);
});

test('a package without a checksum is refused before anything is installed, with a remedy', async () => {
  lock({});
  await expect(installIfNeeded(root)).rejects.toThrow(/no checksum of node_modules\/one.*--package-lock-only/s);
  expect(calls()).toEqual([]);
});

test('one of another platform needs none', () => {
  lock({ os: ['sunos'] });
  expect(uncheckedPackages(root)).toEqual([]);
  lock({ os: [`!${process.platform}`] });
  expect(uncheckedPackages(root)).toEqual([]);
});

test('a refusal of npm ci is final: no other command of npm is tried', async () => {
  lock({ integrity: 'sha512-x' });
  await expect(installIfNeeded(root)).rejects.toThrow(/do not agree/);
  expect(calls().filter(Boolean)).toEqual(['ci']);
});
