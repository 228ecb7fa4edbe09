import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryFolder } from '#tests/run/memory-folder.ts';
import { freePort } from './free-port.ts';
import { findBinaries } from './postgres/find-binaries.ts';
import { launch, type Postmaster } from './postgres/launch.ts';
import { serverUser } from './postgres/server-user.ts';

/** A socket's path has at most 103 bytes on some systems, its file's name about 20. */
const LONGEST_SOCKET_FOLDER = 80;

/** A running PostgreSQL that belongs to the tests. */
export interface Postgres {
  /** Connection string of the superuser, database `postgres`. */
  url: string;
  /** The folder of its Unix socket, over which a query takes half the processor time; none if its path is too long. */
  socketFolder: string | undefined;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
  /** Kills the postmaster like a power cut (SIGKILL); the files remain. */
  kill9(): Promise<void>;
  /** Starts it again after `kill9`, on the same port, and resolves when it accepts connections. */
  restart(): Promise<void>;
}

/**
 * Starts a PostgreSQL cluster in a temporary folder, in memory if there is room, reachable on 127.0.0.1 only. Its
 * durability is the default (fsync on), so that it keeps its promises after a kill.
 * @returns the reason in words if PostgreSQL is unavailable
 * @throws Error when it is there but does not start
 */
export async function startPostgres({
  folder = memoryFolder(),
}: {
  readonly folder?: string;
} = {}): Promise<Postgres | { unavailable: string }> {
  const binaries = await findBinaries();
  if ('unavailable' in binaries) return binaries;
  const { bin } = binaries;
  const user = serverUser();

  const home = mkdtempSync(join(folder, 'synx-postgres-'));
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const socketFolder = home.length > LONGEST_SOCKET_FOLDER ? undefined : home;
  try {
    const initdb = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    await promisify(execFile)(join(bin, 'initdb'), initdb, { cwd: home, ...user });

    let { port, postmaster } = await onFreePort((port) => launch({ bin, data, home, port, socketFolder, user }));
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      socketFolder,
      async stop() {
        await postmaster.stop();
        rmSync(home, { recursive: true, force: true });
      },
      async kill9() {
        process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
        await postmaster.ended;
      },
      async restart() {
        postmaster = await startAgain(() => launch({ bin, data, home, port, socketFolder, user }));
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

/** Another process may take a free port before the server listens on it. */
async function onFreePort(start: (port: number) => Promise<Postmaster>) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { port, postmaster: await start(port) };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** After a hard kill the orphaned backends hold the shared memory for a moment, and the server refuses to start. */
export async function startAgain(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const until = Date.now() + 20_000;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
