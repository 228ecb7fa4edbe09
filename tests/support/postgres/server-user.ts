import { readFileSync } from 'node:fs';

/** Ids to run a program under. */
export interface User {
  uid: number;
  gid: number;
}

/** The server's user: PostgreSQL refuses root. `undefined` if the process's own user will do. */
export function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([login]) => login === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}
