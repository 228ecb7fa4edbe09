import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages that npm would install here without comparing them with the lock file, because their entry has no checksum.
 * Those of other platforms are never installed, and a registry that does not offer them has no checksum either.
 * @param {string} root the project's folder
 * @returns {string[]} their paths below node_modules
 */
export function uncheckedPackages(root) {
  const libc = libcHere();
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !entry.integrity)
    .filter(([, entry]) => fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, libc))
    .map(([path]) => path);
}

/**
 * Every package that is installed is compared with the lock file; the images call this as well.
 * @param {string} root the project's folder
 * @returns {void}
 * @throws {Error} with the remedy if npm would install one that cannot be compared
 */
export function refuseUnchecked(root) {
  const unchecked = uncheckedPackages(root);
  if (unchecked.length === 0) return;
  throw new Error(
    `package-lock.json has no checksum of ${unchecked.join(', ')}, so nothing was installed. Write the missing ones with ` +
      '`npm install --package-lock-only --ignore-scripts` from a registry that offers these packages, and commit the file.',
  );
}

/** npm's rule: a list of accepted values, or of refused ones, each after an exclamation mark. */
function fits(values, own) {
  if (values === undefined) return true;
  if (values.includes(`!${own}`)) return false;
  return values.includes(own) || values.every((value) => value.startsWith('!'));
}

/** The C library by npm's test: only Linux has several. */
function libcHere() {
  if (process.platform !== 'linux') return null;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}
