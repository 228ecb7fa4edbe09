import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Below the project's packages: a fresh installation empties it, and no check reads it. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/synx');

/**
 * The folder of packages, such as `lighthouse@13.5.0`, that only one command needs; its first run installs them.
 * Their peers, in npm's words, are the project's own packages, which Node.js finds above the folder.
 */
export function installedTool(...packages: readonly string[]): string {
  const folder = join(CACHE, packages.join('+').replaceAll('/', '-'));
  const modules = join(folder, 'node_modules');
  // Written by npm at the end.
  if (existsSync(join(modules, '.package-lock.json'))) return modules;
  console.log(`Installing ${packages.join(', ')} …`);
  mkdirSync(folder, { recursive: true });
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
  return modules;
}
