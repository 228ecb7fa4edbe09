import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryFolder } from '#tests/run/memory-folder.ts';
import { findProgram } from '../find-program.ts';
import { freePort } from '../free-port.ts';
import { startListener } from '../start-listener.ts';
import { serverUser } from './server-user.ts';

/** A pooler in front of a PostgreSQL. */
export interface Pooler {
  /** The given address of any database of that server, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a server, with few connections to it, so that clients share them
 * all the time; configured as docs/operating.md says. Returns the reason in words if it is not there and cannot be
 * installed.
 */
export async function startPgbouncer(server: string): Promise<Pooler | { unavailable: string }> {
  const program = findProgram('pgbouncer');
  if ('unavailable' in program) return program;
  const { hostname, port: serverPort } = new URL(server);
  const home = mkdtempSync(join(memoryFolder(), 'synx-pgbouncer-'));
  const user = serverUser();
  const port = await freePort();
  const file = join(home, 'pgbouncer.ini');
  const users = join(home, 'users.txt');
  writeFileSync(users, '"postgres" ""\n');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} connect_query='set statement_timeout = 10000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
idle_transaction_timeout = 10
`,
  );
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const options = { port, home, cwd: home, signal: 'SIGQUIT' as const, ...user };
  const stop = await startListener(program.path, ['--quiet', file], options);
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}`, search: '' }).href,
    stop,
  };
}
