import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules already holds what the lock file names, by npm's own record of the last finished installation
 * (node_modules/.package-lock.json). So a developer's `npm install` is not followed by another one.
 * @param {string} root the project's folder
 * @returns {boolean} false as well where there is no record
 */
export function isInstalled(root) {
  try {
    const wanted = packages(join(root, 'package-lock.json'));
    const present = packages(join(root, 'node_modules', '.package-lock.json'));
    return Object.entries(wanted).every(([path, entry]) => {
      // Optional packages of other platforms are in the lock file and not in node_modules.
      if (path === '' || entry.optional || entry.devOptional) return true;
      return present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
