import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['package.json', 'package-lock.json'] as const;
/** Below the project's packages: a fresh installation empties it, and no check reads it. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/synx');

/**
 * The folder of a tool's packages, in the versions of `tests/<name>/installed/package-lock.json`; the first run
 * installs them. They are no packages of the project, because only one command needs them. Their peers, in npm's
 * words, are the project's own packages, which Node.js finds above the folder.
 */
export function installedTool(name: string): string {
  const source = join(import.meta.dirname, '..', name, 'installed');
  const folder = join(CACHE, name);
  const packages = join(folder, 'node_modules');
  const isCurrent = FILES.every(
    (file) => existsSync(join(folder, file)) && read(join(folder, file)) === read(join(source, file)),
  );
  // Written by npm at the end.
  if (isCurrent && existsSync(join(packages, '.package-lock.json'))) return packages;
  console.log(`Installing the tools of ${name} (npm ci) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(join(source, file), join(folder, file));
  execFileSync('npm', ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  return packages;
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}
