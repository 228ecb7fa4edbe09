import { existsSync } from 'node:fs';

/** Whether this is Debian (or a relative of it) and the process may install packages. */
export function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}
