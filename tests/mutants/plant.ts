import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject } from '#tests/support/project-copy.ts';
import { type Area, LEFT_OUT, ROUNDS } from './areas.ts';
import { areaOf, keyOf, type Mutant, mutantAt, type Place, SURVIVORS_FILE } from './draw.ts';

/** Kept below the project's packages, where Stryker's runner finds their Vitest. */
const STRYKER = [
  ...['--yes', '--legacy-peer-deps', `--cache=${join(import.meta.dirname, '../../node_modules/.cache/npm')}`],
  ...['--package=@stryker-mutator/core@10.1.1', '--package=@stryker-mutator/vitest-runner@10.1.1', 'stryker'],
];
/** Stryker's report, in the working folder. */
const REPORT = 'mutants.json';

/** The fate of a drawn mutant; a `RuntimeError` is one with which the tests do not load. */
export interface Outcome extends Mutant {
  readonly line: number;
  readonly status: 'Killed' | 'Timeout' | 'RuntimeError' | 'Survived' | 'NoCoverage';
}

/** What a round found. */
interface Tried {
  readonly outcomes: readonly Outcome[];
  /** The places of those that only the loading of a module runs, which are not tried. */
  readonly constants: ReadonlySet<string>;
}

/** The parts of Stryker's report that are read. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Reported[] }>>;
}

interface Reported {
  readonly location: Place;
  readonly replacement?: string;
  readonly status: Outcome['status'] | 'CompileError' | 'Ignored';
  /** Whether the loading of a module runs it. */
  readonly static?: boolean;
}

/**
 * Plants the drawn mutants of areas in copies of the project, `workers` at a time, and runs the tests that reach them;
 * with the outcomes of an earlier run only those that survived it.
 */
export function plantAll(areas: readonly Area[], workers: number, earlier?: readonly Outcome[]): readonly Outcome[] {
  let outcomes = earlier;
  const constants = new Set<string>();
  for (const round of ROUNDS.keys()) {
    const left = outcomes?.filter((each) => isSurvivor(each) && (round === 0 || areaOf(each.file).isServer));
    if (left?.length === 0) continue;
    const tried = plant({ areas, round, left }, workers);
    outcomes = outcomes === undefined ? tried.outcomes : merged(outcomes, tried.outcomes);
    for (const place of tried.constants) constants.add(place);
  }
  return outcomes?.filter((each) => each.status !== 'NoCoverage' || !constants.has(placeOf(each))) ?? [];
}

/** The outcomes with those of a further round, in which a mutant may be out of reach. */
function merged(outcomes: readonly Outcome[], tried: readonly Outcome[]): readonly Outcome[] {
  const later = new Map(tried.map((each) => [placeOf(each), each]));
  return outcomes.map((each) => {
    const again = later.get(placeOf(each));
    return again === undefined || again.status === 'NoCoverage' ? each : again;
  });
}

/** The same change may be possible on several lines. */
function placeOf(mutant: Mutant & Pick<Outcome, 'line'>): string {
  return `${mutant.line} ${keyOf(mutant)}`;
}

export function isSurvivor({ status }: Pick<Outcome, 'status'>): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

interface Round {
  readonly areas: readonly Area[];
  readonly round: number;
  /** The mutants to try; undefined for all that are drawn. */
  readonly left: readonly Mutant[] | undefined;
}

/** Throws if the tests fail without a mutant. */
function plant({ areas, round, left }: Round, workers: number): Tried {
  const copy = copyProject();
  const cwd = process.cwd();
  process.chdir(copy.folder);
  try {
    if (left !== undefined) writeFileSync(SURVIVORS_FILE, JSON.stringify(left));
    const sources = left === undefined ? areas.map((area) => area.sources) : [...new Set(left.map(({ file }) => file))];
    writeFileSync('stryker.json', JSON.stringify({ ...options(round), mutate: sources, concurrency: workers }));
    spawnSync('npx', [...STRYKER, 'run', 'stryker.json'], { stdio: 'inherit' });
    if (!existsSync(REPORT)) throw new Error('Stryker has no report: see above.');
    return readReport(JSON.parse(readFileSync(REPORT, 'utf8')) as Report);
  } finally {
    process.chdir(cwd);
    copy.remove();
  }
}

/** Stryker's options (https://stryker-mutator.io/docs/stryker-js/configuration). */
function options(round: number) {
  return {
    // Texts are for people; where the code compares them, the comparison is mutated.
    mutator: { excludedMutations: ['StringLiteral'] },
    inPlace: true,
    testFiles: (ROUNDS[round] ?? []).flatMap((pattern) => globSync(pattern, { exclude: LEFT_OUT })),
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false, pool: 'forks' },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'stryker-draw.ts')],
    checkers: ['draw'],
    coverageAnalysis: 'perTest',
    // A constant that is computed while a module loads needs every test of the round, in a new process.
    ignoreStatic: true,
    disableTypeChecks: false,
    timeoutMS: 30_000,
    timeoutFactor: 4,
    dryRunTimeoutMinutes: 30,
    // It keeps which of 2,500 tests reach which of 21,000 mutants.
    testRunnerNodeArgs: ['--max-old-space-size=8192'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: REPORT },
    allowConsoleColors: false,
  };
}

/** Reads a report, in which mutants that are not drawn count as compile errors. */
export function readReport({ files }: Report): Tried {
  const outcomes: Outcome[] = [];
  const constants = new Set<string>();
  for (const [file, { source, mutants }] of Object.entries(files))
    for (const { location, replacement = '', status, static: isConstant = false } of mutants) {
      const mutant = { ...mutantAt(file, source, location, replacement), line: location.start.line };
      if (status === 'Ignored' && isConstant) constants.add(placeOf(mutant));
      if (status !== 'CompileError' && status !== 'Ignored') outcomes.push({ ...mutant, status });
    }
  return { outcomes, constants };
}
