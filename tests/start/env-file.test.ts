// @module-tag long
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CopiedCommands, copiedCommands, endOf } from '#tests/support/copied-commands.ts';
import { copyProject } from '#tests/support/project-copy.ts';

let copy: ReturnType<typeof copyProject>;
let commands: CopiedCommands;
beforeAll(() => {
  copy = copyProject();
  commands = copiedCommands(copy.folder);
});
afterEach(() => commands.killAll());
afterAll(() => copy.remove());

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
    allocation: /PORT: /,
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
    'format',
    'pictures',
    'drill',
    'mutants',
    'soak',
    'imports',
    'pseudo',
    'verify',
    'sign',
    'lighthouse',
    'wallets',
    'contracts',
    'engines',
  ];
  const MORE: Record<string, string[]> = {
    staff: ['show', 'overview'],
    backup: ['/nowhere/copy'],
    allocation: ['list', '/nowhere/list', '2027-03-01'],
    i18n: ['--stamp', 'en'],
  };

  beforeAll(() => {
    writeFileSync(commands.path('a-file'), '');
    const DATA_DIRECTORY = commands.path('a-file/data');
    commands.writeEnv({ PORT: '99999', PUBLIC_SUPPORT_EMAIL: 'nobody', DATA_DIRECTORY });
  });

  test('is one of those tried here', () => {
    expect([...Object.keys(SAYS), ...WITHOUT].sort()).toEqual(Object.keys(commands.scripts).sort());
  });

  test.for(Object.entries(SAYS))('npm run %s reads its settings from it', async ([name, says]) => {
    const { code, output } = await endOf(commands.npmRun(name, MORE[name]));
    expect([code, output]).toEqual([says === null ? 0 : 1, expect.stringMatching(says ?? /./)]);
  });

  test('so does the server alone, from any folder', async () => {
    const { code, output } = await endOf(commands.node([commands.path('src/server/main.ts')]));
    expect([code, output]).toEqual([1, expect.stringMatching(/PORT: /)]);
  });

  test('the environment wins over the file, even with an empty value', async () => {
    expect((await endOf(commands.npmRun('dev', [], { PORT: '88888' }))).output).toContain('PORT: ');
    const { output } = await endOf(commands.npmRun('preview', [], { PORT: '' }));
    expect(output).not.toContain('PORT');
    expect(output).toContain('There is no dist/ yet');
  });

  test('a name in the file that no command knows is refused', async () => {
    const before = readFileSync(commands.path('.env'), 'utf8');
    commands.writeEnv({ RPC_URLS_1: 'x', ONCE_A_SETTING: 'x', PUBLIC_ORIGIN_FILE: 'x', SWITCHED_OFF_TOKENS: '1:USDT' });
    const { code, output } = await endOf(commands.npmRun('preview', [], { ONCE_A_SETTING: 'x' }));
    writeFileSync(commands.path('.env'), before);
    expect(code).toBe(1);
    expect(output).toContain('RPC_URLS_1: no command has such a setting');
    expect(output).toContain('ONCE_A_SETTING: no command has such a setting');
    expect(output).toContain('PUBLIC_ORIGIN_FILE: only secrets are read from files');
    expect(output).toMatch(/SWITCHED_OFF_TOKENS: is no .* npm run staff -- set-setting .* --key switched-off-tokens/);
    expect(output).toContain('The environment has 4 problems:');
  });

  test('settings of earlier versions that follow from something else by now have no effect, and it says so', async () => {
    const before = readFileSync(commands.path('.env'), 'utf8');
    commands.writeEnv({ RATE_LIMIT_READS: '9', COOKIE_SAMESITE: 'none', PUBLIC_RPC_URL_56: 'https://node.example' });
    const { output } = await endOf(commands.npmRun('preview', [], { MAX_LAG_MS: '500' }));
    writeFileSync(commands.path('.env'), before);
    expect(output).toContain('MAX_LAG_MS is no setting any more and has no effect: it is 1000 in every deployment');
    for (const name of ['RATE_LIMIT_READS', 'COOKIE_SAMESITE', 'PUBLIC_RPC_URL_56'])
      expect(output).toContain(`${name} is no setting any more and has no effect`);
    expect(output).toContain('There is no dist/ yet');
  });

  test('a secret is read from the file that NAME_FILE names', async () => {
    writeFileSync(commands.path('smtp-url'), 'nonsense\n');
    const env = { PORT: '1', SMTP_URL_FILE: 'smtp-url' };
    const server = commands.node([commands.path('src/server/main.ts')], { ...env, MAIL_FROM: 'a@synx.example' });
    expect((await endOf(server)).output).toContain('SMTP_URL: must have the form');
    const told = async (more: Record<string, string>) =>
      (await endOf(commands.npmRun('preview', [], { ...env, ...more }))).output;
    expect(await told({ SMTP_URL: 'smtp://one.example' })).toContain(
      'SMTP_URL_FILE: SMTP_URL is set as well; remove one of the two',
    );
    expect(await told({ SMTP_URL_FILE: 'nowhere' })).toMatch(/SMTP_URL_FILE: nowhere cannot be read/);
  });

  test('SYNX_ENV_FILE=none ignores the file, and another value is refused', async () => {
    const { output } = await endOf(commands.npmRun('preview', [], { SYNX_ENV_FILE: 'none' }));
    expect(output).toContain('There is no dist/ yet');
    const wrong = await endOf(commands.npmRun('preview', [], { SYNX_ENV_FILE: 'other.env' }));
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('SYNX_ENV_FILE: must be none')]);
  });
});

describe('tests and measurements, with another person’s environment and .env', () => {
  /** Writes which of the poisoned settings a process sees; replaces the program that each command starts with. */
  const PROBE = `
    import { appendFileSync } from 'node:fs';
    import { readSettings } from '#src/server/platform/env/settings.ts';
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
    readFileSync(commands.path('probed'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string[]]);

  beforeAll(() => {
    const imported = "import { probe } from '#tests/probe.ts';\n";
    commands.writeEnv(POISON);
    writeFileSync(commands.path('tests/probe.ts'), PROBE.replace(join(tmpdir(), '%'), commands.path('probed')));
    writeFileSync(commands.path('src/build/build.ts'), `${imported}probe(process.argv[2] ?? 'build');`);
    const test = "import { test } from 'vitest';\ntest('probes', () => probe('unit'));";
    writeFileSync(commands.path('tests/unit/probe.test.ts'), imported + test);
    const built = "export const buildForRealChains = () => { probe('bench'); process.exit(0); };";
    writeFileSync(commands.path('tests/dist/support/build-for-real-chains.ts'), imported + built);
    const started = "export const startPostgres = () => { probe('soak'); process.exit(0); };";
    writeFileSync(commands.path('tests/support/postgres.ts'), imported + started);
  });

  test('see none of it, nor do their child processes', async () => {
    const runs = [
      commands.npmRun('test', ['unit', 'build', '--', 'unit/probe.test.ts'], POISON),
      commands.npmRun('bench', [], POISON),
      commands.npmRun('soak', [], POISON),
      commands.node([commands.path('src/build/build.ts'), 'the file alone']),
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
