import { existsSync, readFileSync } from 'node:fs';

/** What the JSON reports of vitest and Playwright have in common with this: files, or suites, down to failed tests. */
interface Report {
  readonly testResults?: readonly VitestFile[];
  readonly suites?: readonly Suite[];
  /** Playwright: errors outside any test. */
  readonly errors?: readonly { readonly message?: string }[];
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  /** Why the file as a whole failed. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[] | null;
  }[];
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly ok: boolean;
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly results: readonly { readonly errors: readonly { message?: string }[] }[] }[];
  }[];
}

/** The failed tests of a runner's JSON report, each with its file and the first lines of its error. */
export function failuresOf(report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults = [], suites = [], errors = [] } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return [...testResults.flatMap(ofFile), ...suites.flatMap(ofSuite), ...errors.map(({ message }) => brief(message))];
}

function ofFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${name}\n${brief(message)}`] : [];
  return failed.map((test) => `${name} › ${test.fullName}\n${brief(test.failureMessages?.[0])}`);
}

function ofSuite({ suites = [], specs = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...suites.flatMap(ofSuite),
    ...failed.map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).flatMap((result) => result.errors)[0];
      return `${file}:${line} › ${title}\n${brief(error?.message)}`;
    }),
  ];
}

function brief(message = ''): string {
  const own = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  return own.slice(0, 15).join('\n');
}
