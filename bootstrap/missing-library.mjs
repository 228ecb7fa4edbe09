import { spawnSync } from 'node:child_process';

/** Libraries that the pinned Node needs and a small Linux may lack, with their packages on Debian and Ubuntu. */
const PACKAGES = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6', 'libgcc_s.so.1': 'libgcc-s1' };

/**
 * A message for the newcomer if a Node cannot start because this machine lacks a shared library; otherwise null.
 * @param {string} node path of the Node binary
 * @returns {string | null}
 */
export function missingLibrary(node) {
  const { stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const library = /error while loading shared libraries: ([^:\s]+):/.exec(stderr ?? '')?.[1];
  if (library === undefined) return null;
  const name = PACKAGES[library];
  const remedy =
    name === undefined
      ? 'Install the package that contains it'
      : `Install it (on Debian and Ubuntu, as root: apt-get install ${name})`;
  return `${node} cannot start: this machine has no ${library}. ${remedy} and try again.`;
}
