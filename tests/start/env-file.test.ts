import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '#src/dev/accounts.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { type FakeRpc, startFakeRpc } from '#tests/support/fake-rpc.ts';
import { copyProject } from '#tests/support/project-copy.ts';

const PRESALE_ADDRESS = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

let copy: ReturnType<typeof copyProject>;
let scripts: Record<string, string>;
let rpc: FakeRpc;
const children: Child[] = [];
beforeAll(async () => {
  copy = copyProject();
  scripts = JSON.parse(readFileSync(join(copy.folder, 'package.json'), 'utf8')).scripts;
  rpc = await startFakeRpc();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  await rpc.stop();
  copy.remove();
});

const inCopy = (file: string) => join(copy.folder, file);
const asFile = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Runs `node <arguments>` with only the settings of `env`, outside of the copy's folder; `.env` is read. */
function node(args: readonly string[], env: Record<string, string> = {}): Child {
  const child = startChild(args, { SYNX_ENV_FILE: '', LOG_LEVEL: '', ...env });
  children.push(child);
  return child;
}

/** The command of `npm run <name> -- <more>`. */
function npmRun(name: string, more: readonly string[] = [], env: Record<string, string> = {}): Child {
  const [, bootstrap = '', ...args] = scripts[name]?.split(' ') ?? [];
  return node([inCopy(bootstrap), ...args, ...more], env);
}

async function endOf(child: Child): Promise<{ code: number | null; output: string; last: string | undefined }> {
  const { code } = await child.ended;
  return { code, output: child.output(), last: child.output().trimEnd().split('\n').at(-1) };
}

describe('a command started in a folder with only an .env', () => {
  /**
   * Each command's message about the settings below, or null if it reads none (i18n runs with options that do not read
   * all texts). `npm test`, check, bench and soak must not read them.
   */
  const SAYS: Record<string, RegExp | null> = {
    start: /PORT: /,
    dev: /PORT: /,
    build: /PUBLIC_SUPPORT_EMAIL: must be an e-mail address/,
    preview: /PORT: /,
    staff: /PORT: /,
    backup: /PORT: /,
    records: /PORT: /,
    doctor: /✗ settings +PORT: /,
    i18n: /"en" is not a language to stamp/,
    trace: null,
  };
  const WITHOUT = [
    'test',
    'test:deploy',
    'test:upgrade',
    'check',
    'bench',
    'coverage',
    'drill',
    'faults',
    'mutants',
    'soak',
    'imports',
    'pseudo',
    'verify',
    'sign',
    'still',
    'lighthouse',
  ];
  const MORE: Record<string, string[]> = {
    staff: ['show', 'overview'],
    backup: ['/nowhere/copy'],
    i18n: ['--stamp', 'en'],
  };

  beforeAll(() => {
    writeFileSync(inCopy('a-file'), '');
    const DATA_DIRECTORY = inCopy('a-file/data');
    writeFileSync(inCopy('.env'), asFile({ PORT: '99999', PUBLIC_SUPPORT_EMAIL: 'nobody', DATA_DIRECTORY }));
  });

  test('is one of those tried here', () => {
    expect([...Object.keys(SAYS), ...WITHOUT].sort()).toEqual(Object.keys(scripts).sort());
  });

  test.for(Object.entries(SAYS))('npm run %s reads its settings from it', async ([name, says]) => {
    const { code, output } = await endOf(npmRun(name, MORE[name]));
    expect([code, output]).toEqual([says === null ? 0 : 1, expect.stringMatching(says ?? /./)]);
  });

  test('so does the server alone, from any folder', async () => {
    const { code, output } = await endOf(node([inCopy('src/server/main.ts')]));
    expect([code, output]).toEqual([1, expect.stringMatching(/PORT: /)]);
  });

  test('the environment wins over the file, even with an empty value', async () => {
    const other = await endOf(npmRun('dev', [], { PORT: '88888', API_ORIGIN: 'nowhere' }));
    expect(other.output).toMatch(/PORT: [\s\S]*API_ORIGIN: /);
    const { output } = await endOf(npmRun('preview', [], { PORT: '' }));
    expect(output).not.toContain('PORT');
    expect(output).toContain('There is no dist/ yet');
  });

  test('a name that no command knows is refused with the nearest setting, in the file and in the environment', async () => {
    const before = readFileSync(inCopy('.env'), 'utf8');
    writeFileSync(inCopy('.env'), asFile({ RPC_URLS_1: 'x', ONCE_A_SETTING: 'x', PUBLIC_ORIGIN_FILE: 'x' }));
    const { code, output } = await endOf(npmRun('preview', [], { PUBLIC_ORIGN: 'x', ONCE_A_SETTING: 'x' }));
    writeFileSync(inCopy('.env'), before);
    expect(code).toBe(1);
    expect(output).toContain('RPC_URLS_1: no command has such a setting; did you mean RPC_URL_1?');
    expect(output).toContain('ONCE_A_SETTING: no command has such a setting; remove it');
    expect(output).toContain('PUBLIC_ORIGIN_FILE: only secrets are read from files');
    expect(output).toContain('PUBLIC_ORIGN: no command has such a setting; did you mean PUBLIC_ORIGIN?');
    expect(output).toContain('The environment has 4 problems:');
  });

  test('a secret is read from the file that NAME_FILE names', async () => {
    writeFileSync(inCopy('smtp-url'), 'nonsense\n');
    const start = (env: Record<string, string>) => endOf(npmRun('staff', ['show', 'overview'], { PORT: '1', ...env }));
    expect((await start({ SMTP_URL_FILE: 'smtp-url', MAIL_FROM: 'a@synx.example' })).output).toContain(
      'SMTP_URL: must have the form',
    );
    expect((await start({ SMTP_URL_FILE: 'smtp-url', SMTP_URL: 'smtp://one.example' })).output).toContain(
      'SMTP_URL_FILE: SMTP_URL is set as well; remove one of the two',
    );
    expect((await start({ SMTP_URL_FILE: 'nowhere' })).output).toMatch(/SMTP_URL_FILE: nowhere cannot be read/);
  });

  test('SYNX_ENV_FILE=none ignores the file, and another value is refused', async () => {
    const { output } = await endOf(npmRun('preview', [], { SYNX_ENV_FILE: 'none' }));
    expect(output).toContain('There is no dist/ yet');
    const wrong = await endOf(npmRun('preview', [], { SYNX_ENV_FILE: 'other.env' }));
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('SYNX_ENV_FILE: must be none')]);
  });
});

describe('npm run build with an .env of real chains', () => {
  let settings: Record<string, string>;
  beforeAll(() => {
    const { SERVE_SITE: _, ...real } = rpc.env;
    settings = { ...real, PRESALE_ADDRESS, PUBLIC_X_URL: 'https://x.com/synx_example', PORT: '0' };
    settings['DATA_DIRECTORY'] = 'own-data';
    settings['SYNX_LOCALES'] = 'en';
    settings['RECEIPT_SIGNING_KEY'] = 'c3'.repeat(32);
    settings['SMTP_URL'] = 'smtp://user:s3cret@127.0.0.1:1';
    settings['MAIL_FROM'] = 'news@synx.example';
  });
  const write = (more: Record<string, string> = {}) => writeFileSync(inCopy('.env'), asFile({ ...settings, ...more }));

  test('that is half filled in names the missing settings, and builds nothing', async () => {
    write({ PRESALE_ADDRESS: '', RPC_URL_56: '' });
    const { code, output } = await endOf(npmRun('build'));
    expect(code).toBe(1);
    expect(output).toMatch(/PRESALE_ADDRESS: is missing[\s\S]*RPC_URL_56: is missing/);
    expect(globSync('dist/**', { cwd: copy.folder })).toEqual([]);
  });

  test('that names only a public origin is not accidentally a rehearsal', async () => {
    writeFileSync(inCopy('.env'), asFile({ PUBLIC_ORIGIN: 'https://synx.example', RPC_URL_1: '' }));
    const { code, output } = await endOf(npmRun('build'));
    expect([code, output]).toEqual([1, expect.stringContaining('PRESALE_ADDRESS: is missing')]);
  });

  test('builds the site of those chains, which the server with the same .env serves, and no other', async () => {
    write();
    const built = await endOf(npmRun('build'));
    expect(built, built.output).toMatchObject({ code: 0, last: expect.stringMatching(/^Built the site into dist/) });
    const {
      rehearsal,
      presaleAddress,
      settings: compiled,
    } = JSON.parse(readFileSync(inCopy('dist/build.json'), 'utf8'));
    expect({ rehearsal, presaleAddress }).toEqual({ rehearsal: false, presaleAddress: PRESALE_ADDRESS });
    // Nothing that is for the server alone.
    const { PUBLIC_ORIGIN, PUBLIC_X_URL } = settings;
    expect(compiled).toEqual({ PRESALE_ADDRESS: PRESALE_ADDRESS.toLowerCase(), PUBLIC_ORIGIN, PUBLIC_X_URL });
    const texts = globSync('dist/**/*.{html,js,json}', { cwd: copy.folder }).map((file) =>
      readFileSync(inCopy(file), 'utf8'),
    );
    expect(texts.some((text) => text.includes(PRESALE_ADDRESS))).toBe(true);
    for (const text of texts) {
      expect(text).not.toContain('SYNX Rehearsal Wallet');
      for (const secret of ['RPC_URL_1', 'RECEIPT_SIGNING_KEY', 'SMTP_URL'])
        expect(text).not.toContain(settings[secret]);
      for (const account of DEVELOPMENT_ACCOUNTS) expect(text).not.toContain(account);
    }

    const server = node([inCopy('src/server/main.ts')]);
    const [, url = ''] = await server.prints(/running on (\S+)/);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    // Relative paths are resolved from the project's folder, as for npm commands.
    expect(globSync('own-data/synx.sqlite', { cwd: copy.folder })).toHaveLength(1);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);

    write({ PUBLIC_X_URL: 'https://x.com/another', PUBLIC_SUPPORT_EMAIL: 'help@synx.example' });
    const refused = await endOf(node([inCopy('src/server/main.ts')]));
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/PUBLIC_SUPPORT_EMAIL: .*built with none, this server has help@synx\.example/);
    expect(refused.output).toMatch(/PUBLIC_X_URL: .*x\.com\/synx_example, this server has https:\/\/x\.com\/another/);
    expect(refused.output).toMatch(/npm run build/);
    expect(refused.output).not.toMatch(/^\s+at /m);
  });

  test('finds it up to date the next time, and refuses to call it a rehearsal', async () => {
    write();
    expect(await endOf(npmRun('build'))).toMatchObject({ code: 0, last: 'The site in dist is up to date.' });
    const { code, output } = await endOf(npmRun('build', ['--rehearsal']));
    expect([code, output]).toEqual([1, expect.stringContaining('--rehearsal: the settings name real chains')]);
  });
});

describe('tests and measurements, with another person’s environment and .env', () => {
  /** Writes which of the poisoned settings a process sees; replaces the program that each command starts with. */
  const PROBE = `
    import { appendFileSync } from 'node:fs';
    import { readSettings } from '#src/server/env/settings.ts';
    export function probe(what: string): void {
      const seen = Object.entries(readSettings()).filter(([, value]) => value?.includes('poison')).map(([name]) => name);
      appendFileSync(${JSON.stringify(join(tmpdir(), '%'))}, JSON.stringify([what, seen]) + '\\n');
    }
  `;
  const POISON = Object.fromEntries(
    [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => [
      name,
      'poison',
    ]),
  );
  const read = () =>
    readFileSync(inCopy('probed'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string[]]);

  beforeAll(() => {
    const imported = "import { probe } from '#tests/probe.ts';\n";
    writeFileSync(inCopy('.env'), asFile(POISON));
    writeFileSync(inCopy('tests/probe.ts'), PROBE.replace(join(tmpdir(), '%'), inCopy('probed')));
    writeFileSync(inCopy('src/dev/build.ts'), `${imported}probe(process.argv[2] ?? 'build');`);
    const test = "import { test } from 'vitest';\ntest('probes', () => probe('unit'));";
    writeFileSync(inCopy('tests/unit/probe.test.ts'), imported + test);
    const built = "export const buildForRealChains = () => { probe('bench'); process.exit(0); };";
    writeFileSync(inCopy('tests/dist/support/build-for-real-chains.ts'), imported + built);
    const started = "export const startPostgres = () => { probe('soak'); process.exit(0); };";
    writeFileSync(inCopy('tests/support/postgres.ts'), imported + started);
  });

  test('see none of it, nor do their child processes', async () => {
    const runs = [
      npmRun('test', ['unit', 'build', '--', 'unit/probe.test.ts'], POISON),
      npmRun('bench', [], POISON),
      npmRun('soak', [], POISON),
      node([inCopy('src/dev/build.ts'), 'the file alone']),
    ];
    for (const child of runs) expect(await endOf(child)).toMatchObject({ code: 0 });
    const probed = Object.fromEntries(read());
    expect(probed['the file alone']?.sort()).toEqual(
      Object.keys(POISON)
        .filter((name) => name !== 'LOG_LEVEL')
        .sort(),
    );
    expect(probed).toMatchObject({ unit: [], build: [], bench: [], soak: [] });
  });
});
