import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { memoryFolder } from '#tests/run/memory-folder.ts';
import { freePort } from '../free-port.ts';
import { startAgain } from '../postgres.ts';
import { execute } from './execute.ts';
import { findBinaries } from './find-binaries.ts';
import { launch, type Postmaster } from './launch.ts';
import { serverUser } from './server-user.ts';

const STANDBY = 'standby';
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

/** One of the two servers, whichever role it has. */
export interface Node {
  readonly name: 'a' | 'b';
  readonly data: string;
  readonly port: number;
  /** Connection string of the superuser, database `postgres`. */
  readonly url: string;
}

/** A primary with a synchronous standby: a commit is acknowledged when both have it on disk. */
export interface Replicated {
  readonly nodes: readonly [Node, Node];
  /** The server that was the primary last. */
  primary(): Node;
  /** Kills the primary and every process of it like a power cut. */
  killPrimary(): Promise<void>;
  /** Kills the standby in the same way. */
  killStandby(): Promise<void>;
  /** Starts the killed primary again as the primary, without a failover in between. */
  restartPrimary(): Promise<void>;
  /** Makes the standby the primary, which first has no standby; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Makes the killed server the synchronous standby of the other one; resolves when commits wait for it. */
  rebuild(): Promise<'rewound' | 'copied'>;
  stop(): Promise<void>;
}

/** Starts both, in a temporary folder. Throws if PostgreSQL is unavailable. */
export async function startReplicated(): Promise<Replicated> {
  const binaries = await findBinaries();
  if ('unavailable' in binaries) throw new Error(binaries.unavailable);
  const { bin } = binaries;
  const user = serverUser();
  const home = mkdtempSync(join(memoryFolder(), 'synx-replicated-'));
  if (user !== undefined) chownSync(home, user.uid, user.gid);
  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(join(bin, program), args, { cwd: home, ...user });
  const node = async (name: Node['name']): Promise<Node> => {
    const port = await freePort();
    return { name, data: join(home, name), port, url: `postgres://postgres@127.0.0.1:${port}/postgres` };
  };
  const nodes = [await node('a'), await node('b')] as const;
  const running = new Map<Node['name'], Postmaster>();
  const start = async (one: Node) => {
    running.set(one.name, await startAgain(() => launch({ bin, data: one.data, home, port: one.port, user })));
  };
  let [primary, standby] = nodes;
  const follow = async () => {
    const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
    // All of it: the other server's file may name a standby that this one must not wait for when it is promoted.
    writeFileSync(join(standby.data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    writeFileSync(join(standby.data, 'standby.signal'), '');
    await start(standby);
    await execute(primary.url, `alter system set synchronous_standby_names = '${STANDBY}'`);
    await execute(primary.url, 'select pg_reload_conf()');
    await until(primary.url, "select 1 from pg_stat_replication where sync_state = 'sync'");
  };
  const copy = async () => {
    rmSync(standby.data, { recursive: true, force: true });
    await run('pg_basebackup', ['--pgdata', standby.data, '--dbname', primary.url, '--checkpoint=fast']);
  };
  const kill = async (one: Node) => {
    killAll(Number(readFileSync(join(one.data, 'postmaster.pid'), 'utf8').split('\n')[0]));
    await running.get(one.name)?.ended;
  };
  const initdb = ['--pgdata', primary.data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await run('initdb', initdb);
  // The first lets pg_rewind see what changed; the second keeps the log that a rebuilt standby still needs.
  appendFileSync(join(primary.data, 'postgresql.conf'), 'wal_log_hints = on\nwal_keep_size = 512MB\n');
  await start(primary);
  await copy();
  await follow();
  return {
    nodes,
    primary: () => primary,
    killPrimary: () => kill(primary),
    restartPrimary: () => start(primary),
    killStandby: () => kill(standby),
    promote: async () => {
      [primary, standby] = [standby, primary];
      await execute(primary.url, 'select pg_promote(true, 60)');
      await until(primary.url, 'select 1 where not pg_is_in_recovery()');
    },
    rebuild: async () => {
      // The new timeline has to be in the control file that pg_rewind reads.
      await execute(primary.url, 'checkpoint');
      const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres`;
      const how = await run('pg_rewind', ['--target-pgdata', standby.data, '--source-server', source]).then(
        () => 'rewound' as const,
        () => 'copied' as const,
      );
      if (how === 'copied') await copy();
      await follow();
      return how;
    },
    stop: async () => {
      await Promise.all([...running.values()].map((postmaster) => postmaster.stop()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** SIGKILL for a process and its children, before any of them can act. */
function killAll(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [pid, ...children.filter((child) => child !== '').map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // A backend that ended in between.
    }
  }
}

async function until(url: string, query: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await execute(url, query)).length === 0) {
    if (Date.now() > deadline) throw new Error(`still no row after ${PATIENCE_MS} ms: ${query}`);
    await setTimeout(POLL_MS);
  }
}
