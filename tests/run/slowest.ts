import { globSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

/** A test file and how long its tests took, in seconds. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string };
  readonly suites: readonly PlaywrightSuite[];
}

/** The test files of all reports in a folder, the slowest first; their paths are relative to `root`. */
export function slowestFiles(folder: string, root: string, count: number): FileTime[] {
  return globSync('*.json', { cwd: folder })
    .flatMap((name) => timesOf(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    .map(({ file, seconds }) => ({ file: isAbsolute(file) ? relative(root, file) : file, seconds }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

function timesOf(report: VitestReport | PlaywrightReport): FileTime[] {
  if ('testResults' in report)
    return report.testResults.map(({ name, startTime, endTime }) => ({
      file: name,
      seconds: (endTime - startTime) / 1000,
    }));
  return report.suites.map((suite) => ({
    file: join(report.config.rootDir, suite.file),
    seconds: millisecondsOf(suite) / 1000,
  }));
}

function millisecondsOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(millisecondsOf)].reduce((total, each) => total + each, 0);
}
