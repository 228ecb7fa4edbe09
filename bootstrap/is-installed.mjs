import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules already contains the packages of the lock file, by npm's record of the last finished
 * installation (node_modules/.package-lock.json). A developer's `npm install` is then not followed by another one.
 * @param {string} root the project's folder
 * @param {{ tests: boolean }} scope whether packages that only tests and checks use count as well
 * @returns {boolean} also false if there is no record
 */
export function isInstalled(root, { tests }) {
  try {
    const wanted = packages(join(root, 'package-lock.json'));
    const present = packages(join(root, 'node_modules', '.package-lock.json'));
    return Object.entries(wanted).every(([path, entry]) => {
      // Optional packages of other platforms are in the lock file and not in node_modules.
      if (path === '' || entry.optional || entry.devOptional || (entry.dev && !tests)) return true;
      return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
