import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './apt-install.ts';
import { isDebianRoot } from './is-debian-root.ts';

/**
 * Where a program of Debian packages is, by default of one with the same name, after installing them as root on Debian;
 * or the reason why it is not there.
 */
export function findProgram(
  name: string,
  packages: readonly string[] = [name],
): { path: string } | { unavailable: string } {
  const present = installed(name);
  if (present !== undefined) return { path: present };
  if (!isDebianRoot()) return { unavailable: `no ${name} on PATH, and no apt-get to install it with` };
  try {
    console.log(`Installing ${name} (apt-get install ${packages.join(' ')}) …`);
    aptInstall(packages);
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) };
  }
  const path = installed(name);
  return path === undefined ? { unavailable: `apt-get installed ${name}, but it was not found` } : { path };
}

function installed(name: string): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
