import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['package.json', 'package-lock.json'] as const;
const SOURCE = join(import.meta.dirname, 'installed');
/** Below the project's packages: a fresh installation empties it, and no check reads it. */
const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/synx/lighthouse');
const COMMAND = join(FOLDER, 'node_modules/lighthouse/cli/index.js');

/**
 * The path of Lighthouse's command, in the version of `installed/package-lock.json`; the first run installs it. It is
 * no package of the project, because it weighs more than all other tools of the tests.
 */
export function installedLighthouse(): string {
  const isCurrent = FILES.every(
    (name) => existsSync(join(FOLDER, name)) && read(join(FOLDER, name)) === read(join(SOURCE, name)),
  );
  if (isCurrent && existsSync(COMMAND)) return COMMAND;
  console.log('Installing Lighthouse (npm ci) …');
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const name of FILES) copyFileSync(join(SOURCE, name), join(FOLDER, name));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: 'inherit',
  });
  return COMMAND;
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
