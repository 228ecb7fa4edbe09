import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLocalOrigin } from '#src/build/is-local-origin.ts';
import { BUILD_SETTINGS } from '#src/build/site-env.ts';
import { TUNING } from '#src/config/tuning.ts';
import { DEV_SETTINGS } from '#src/dev/dev-settings.ts';
import { SETTINGS } from '#src/server/platform/env/env.ts';
import { SETTING_NAMES } from '#src/server/platform/env/setting-names.ts';
import { cleanEnv } from '#tests/run/clean-env.ts';

const EXAMPLE = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
);

test('.env.example names every setting once, and nothing that no command reads', () => {
  expect(EXAMPLE.length).toBeGreaterThan(40);
  expect(EXAMPLE).toEqual([...new Set(EXAMPLE)]);
  const known = Object.fromEntries(EXAMPLE.map((name) => [name, 'x']));
  expect(cleanEnv({ ...known, PATH: '/bin', CI: '1' })).toEqual({ PATH: '/bin', CI: '1', SYNX_ENV_FILE: 'none' });
});

test('every setting of every command is known to the check of names', () => {
  expect([...SETTING_NAMES].sort()).toEqual([...new Set([...SETTINGS, ...BUILD_SETTINGS, ...DEV_SETTINGS])].sort());
});

test('docs/server.md states how many settings there are', () => {
  const once = new Set(SETTINGS.map((name) => name.replace(/_(1|56|137)$/, '')));
  const shared = BUILD_SETTINGS.filter((name) => SETTINGS.includes(name)).length;
  expect(readFileSync('docs/server.md', 'utf8').replaceAll('\n', ' ')).toContain(
    `The server has ${SETTINGS.length}, or ${once.size} if those of each chain count once; 5 of them are of the handover ` +
      `alone. The build has ${BUILD_SETTINGS.length}, of which it shares ${shared} with the server.`,
  );
});

test('no constant of the server is a setting as well', () => {
  expect([...SETTING_NAMES].filter((name) => Object.hasOwn(TUNING, name))).toEqual([]);
});

test('settings come only from readSettings(); other readers of the environment are listed here', () => {
  const files = [...globSync('{bootstrap,src}/**/*.{ts,tsx,mjs,astro}'), 'astro.config.mjs'];
  const readers = files.filter((file) => /process\.env\b(?!\.NODE_ENV')/.test(readFileSync(file, 'utf8'))).sort();
  expect(readers).toEqual([
    'astro.config.mjs',
    // Pass the environment on to their child processes.
    'bootstrap/install.mjs',
    'bootstrap/run-in.mjs',
    // A build's command, and its parts, in which astro.config.mjs has read the settings.
    'src/build/blackpaper/blackpaper-files.ts',
    'src/build/blackpaper/blackpaper-loader.ts',
    'src/build/build-site.ts',
    'src/build/build.ts',
    'src/build/content/content-loader.ts',
    'src/build/content/parse-source.ts',
    'src/build/content/watch-content.ts',
    'src/build/source-commit.ts',
    'src/build/source-time.ts',
    // Passes it on to a build without its settings.
    'src/build/verify/rebuild.ts',
    // Passes it on to a build for another port.
    'src/dev/start.ts',
    // Parts of a build as well.
    'src/i18n/has-claim.ts',
    'src/i18n/page-locales.ts',
    'src/server/platform/database/dump.ts',
    'src/server/platform/env/settings.ts',
  ]);
});

test.each([
  ['http://localhost:4321', true],
  ['http://shop.localhost', true],
  ['http://127.0.0.1:5000', true],
  ['http://[::1]:5000', true],
  ['https://synx.example', false],
  ['https://localhost.example', false],
  ['http://127.0.0.1.example', false],
  ['http://192.168.1.5:4321', false],
])('%s is only this machine: %s', (origin, local) => expect(isLocalOrigin(origin)).toBe(local));
