import { join } from 'node:path';
import { findChromium } from '#tests/support/chromium.ts';
import { ASIDE } from './aside.ts';
import { asOne, type Counts, playwrightCounts, vitestCounts } from './counts.ts';
import { DRAWN, PLAYWRIGHT, PLAYWRIGHT_ENV } from './playwright.ts';
import { runNode } from './run-command.ts';

/** A stage's view of the run it is part of. */
export interface Context {
  /** A folder for reports, removed after the run. */
  reports: string;
  /** Arguments for the test runners, as given after the stages' names. */
  rest: readonly string[];
  /** The test files that a stage is narrowed down to, by its name; a stage that is missing here runs all its files. */
  files: ReadonlyMap<string, readonly string[]>;
  /** The open file for the output of a stage that runs next to others; ours if there is none. */
  output?: number;
}

/** A part of `npm test`. */
export interface Stage {
  name: string;
  /** `build`: it tests the built site, so it runs after the build, and not if that failed. */
  after?: 'build';
  /** `aside`: it mostly waits, so it runs next to the other stages. */
  lane?: 'aside';
  run(context: Context): Promise<Counts>;
}

const BIN = {
  astro: 'node_modules/astro/bin/astro.mjs',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  // The native compiler finds the same errors in a quarter of the time; the other tools still need the previous one.
  tsc: 'node_modules/typescript-native/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** The native compiler checks everything except pages, much faster than another `astro check` would. */
const PAGES_ALONE = ['--tsconfig', 'tsconfig.pages.json'];

/**
 * All stages in order: those that run aside, then the quick and informative ones first. The tests of the API are long
 * and use both processors to their end, whichever lane ends last.
 */
export const STAGES: readonly Stage[] = [
  { ...suite('chain'), lane: 'aside' },
  { ...suite('api'), lane: 'aside' },
  { ...suite('dist'), lane: 'aside', after: 'build' },
  { ...suite('start'), lane: 'aside', after: 'build' },
  { name: 'check', run: check },
  suite('unit'),
  suite('content'),
  { name: 'build', run: program('src/dev/build.ts') },
  { name: 'e2e', after: 'build', run: browser },
  { name: 'trace', run: program('tests/trace.ts') },
];

/** One of our programs, counted as one test. */
function program(file: string): Stage['run'] {
  return async (context) => asOne((await runNode([file], context)) === 0);
}

/**
 * Citations, styles, format, lint, import rules, exported names, dead code and types, in two lanes; every
 * failure is named.
 */
async function check(context: Context): Promise<Counts> {
  // The types of the content's collections, which both type checks read.
  const isSynced = (await runNode([BIN.astro, 'sync'], context)) === 0;
  const lanes: [string, string[]][][] = [
    [
      ['pages and their types', [BIN.astro, 'check', ...PAGES_ALONE, '--minimumFailingSeverity', 'error', '--noSync']],
      ['citations', ['tests/run/citations.ts']],
      ['styles', ['tests/run/styles.ts']],
      ['import rules', ['tests/run/import-rules.ts']],
      ['exported names', ['tests/run/exported-names.ts']],
    ],
    [
      ['dead code', [BIN.knip, '--config', 'tests/knip.ts', '--no-config-hints']],
      // Several checkers check the types of packages several times: twice the processor time, which other lanes need.
      ['types', [BIN.tsc, '--noEmit', '--project', '.', '--singleThreaded']],
      ['format and lint', [BIN.biome, 'ci', '.']],
    ],
  ];
  const failed: string[] = isSynced ? [] : ['types of the content'];
  const runLane = async (lane: readonly [string, string[]][]) => {
    for (const [name, args] of lane) {
      if ((await runNode(args, context)) !== 0) failed.push(name);
    }
  };
  await Promise.all(lanes.map(runLane));
  if (failed.length > 0) console.error(`check failed: ${failed.join(', ')}`);
  return asOne(failed.length === 0);
}

/** A vitest project of tests/vitest.config.ts. */
function suite(name: string): Stage {
  return {
    name,
    async run(context) {
      const { reports, rest, files } = context;
      const report = join(reports, `${name}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const args = [
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--project',
        name,
        ...reporters,
        ...(files.get(name) ?? []),
        ...rest,
      ];
      const env = context.output === undefined ? {} : { [ASIDE]: '1' };
      return vitestCounts(report, await runNode([BIN.vitest, ...args], { ...context, env }));
    },
  };
}

async function browser(context: Context): Promise<Counts> {
  const { reports, rest, files } = context;
  const report = join(reports, 'e2e.json');
  // The runners have different options for the same filter.
  const wanted = rest.map((arg) => (arg === '-t' ? '-g' : arg.replace(/^--testNamePattern\b/, '--grep')));
  const args = [
    'test',
    '--config',
    'tests/playwright.config.ts',
    '--reporter=list,json',
    ...(files.get('e2e') ?? []),
    ...wanted,
  ];
  const env = {
    ...PLAYWRIGHT_ENV,
    CHROME_PATH: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // A person who asks for certain tests looks for a fault; a whole run leaves the text of a page that failed.
    ...(rest.length > 0 ? { [DRAWN]: '1' } : {}),
  };
  return playwrightCounts(report, await runNode([PLAYWRIGHT, ...args], { ...context, env }));
}
