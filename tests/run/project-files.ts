import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CODE = new Set(['.ts', '.tsx', '.astro', '.css', '.mjs', '.cjs', '.sol']);

/** The name of a file of tests. */
export const TEST_FILE = /\.test\.tsx?$/;

/** The folder of the project that a command checks: its argument, or this project. */
export function projectFolder(): string {
  return process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
}

/** The paths of all code and documents of the project below `root`, from there. */
export function prosePaths(root: string): string[] {
  const code = globSync('{bootstrap,contracts,src,tests}/**/*.*', { cwd: root }).filter((file) =>
    CODE.has(extname(file)),
  );
  return [...code, ...globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root })];
}

/** What `problemsOf` finds in the files below `root`. */
export function problemsIn(
  root: string,
  files: readonly string[],
  problemsOf: (file: string, text: string) => readonly string[],
): string[] {
  return files.flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** Prints problems; the command fails if there are any. */
export function reportProblems(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
