import { findChromium } from '#tests/support/chromium.ts';
import { PLAYS_LONG } from '#tests/support/sized.ts';
import { DRAWN, PLAYWRIGHT, PLAYWRIGHT_ENV } from './playwright.ts';
import { runNode } from './run-command.ts';

/** A stage's view of the run it is part of. */
export interface Context {
  /** Arguments for the test runners, as given after the stages' names. */
  readonly rest: readonly string[];
  /** Where a test runner writes its report, in the format of JUnit. */
  readonly report: string;
  /** The open file for the output of a stage that runs next to others; ours if there is none. */
  readonly output?: number;
}

/** A part of `npm test`. */
export interface Stage {
  readonly name: string;
  /** `build`: it tests the built site, so it runs after the build, and not if that failed. */
  readonly after?: 'build';
  /** Those that mostly wait run next to the other stages: the tests of servers, and those of the built site. */
  readonly row?: 'servers' | 'site';
  /** Whether it succeeded. */
  run(context: Context): Promise<boolean>;
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

/** All stages in order: those that run aside, then the quick and informative ones first; the build before its tests. */
export const STAGES: readonly Stage[] = [
  { ...suite('chain'), row: 'servers' },
  { ...suite('contracts'), row: 'servers' },
  { ...suite('api'), row: 'servers' },
  { name: 'check', run: check },
  suite('unit'),
  suite('content'),
  { name: 'build', run: program('src/build/build.ts') },
  { ...suite('dist'), row: 'site', after: 'build' },
  { ...suite('start'), row: 'site', after: 'build' },
  { name: 'e2e', after: 'build', run: browser },
  { name: 'trace', run: program('tests/trace.ts') },
];

function program(file: string): Stage['run'] {
  return async (context) => (await runNode([file], context)) === 0;
}

/** Citations, styles, format, lint, import rules, dead code and types, in two rows; every failure is named. */
async function check(context: Context): Promise<boolean> {
  // The types of the content's collections, which both type checks read.
  const isSynced = (await runNode([BIN.astro, 'sync'], context)) === 0;
  const rows: [string, string[]][][] = [
    [
      ['pages and their types', [BIN.astro, 'check', ...PAGES_ALONE, '--minimumFailingSeverity', 'error', '--noSync']],
      ['citations', ['tests/run/citations.ts']],
      ['styles', ['tests/run/styles.ts']],
      ['import rules', ['tests/run/import-rules.ts']],
    ],
    [
      ['dead code', [BIN.knip, '--no-config-hints']],
      // Several checkers check the types of packages several times: twice the processor time, which other rows need.
      ['types', [BIN.tsc, '--noEmit', '--project', '.', '--singleThreaded']],
      ['format and lint', [BIN.biome, 'ci', '.']],
    ],
  ];
  const failed: string[] = isSynced ? [] : ['types of the content'];
  const runRow = async (row: readonly [string, string[]][]) => {
    for (const [name, args] of row) if ((await runNode(args, context)) !== 0) failed.push(name);
  };
  await Promise.all(rows.map(runRow));
  if (failed.length > 0) console.error(`check failed: ${failed.join(', ')}`);
  return failed.length === 0;
}

/** A vitest project of vitest.config.ts. */
function suite(name: string): Stage {
  return {
    name,
    async run(context) {
      const args = [
        ...[BIN.vitest, 'run', '--project', name, ...context.rest],
        ...(leavesOutLong(context.rest) ? ['--tagsFilter=!long'] : []),
        ...['--reporter=default', '--reporter=junit', `--outputFile.junit=${context.report}`],
      ];
      return (await runNode(args, context)) === 0;
    },
  };
}

/** Whoever asks for certain tests gets them all. */
export function leavesOutLong(rest: Context['rest']): boolean {
  return !PLAYS_LONG && rest.length === 0;
}

async function browser(context: Context): Promise<boolean> {
  const { rest, report, output } = context;
  // The runners have different options for the same filter.
  const wanted = rest.map((arg) => (arg === '-t' ? '-g' : arg.replace(/^--testNamePattern\b/, '--grep')));
  const env = {
    ...PLAYWRIGHT_ENV,
    CHROME_PATH: findChromium(),
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
    // A person who asks for certain tests looks for a fault; a whole run leaves the text of a page that failed.
    ...(rest.length > 0 ? { [DRAWN]: '1' } : {}),
  };
  const left = leavesOutLong(rest) ? ['--grep-invert=@long'] : [];
  const args = [PLAYWRIGHT, 'test', '--reporter=list,junit', ...left, ...wanted];
  return (await runNode(args, { ...(output === undefined ? {} : { output }), env })) === 0;
}
