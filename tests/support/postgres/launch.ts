import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { User } from './server-user.ts';

/** A running postmaster. */
export interface Postmaster {
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
  /** Stops it: open connections are cut, committed data is kept. */
  stop(): Promise<void>;
}

interface Launch {
  bin: string;
  data: string;
  home: string;
  port: number;
  /** Where it also listens on a Unix socket; nowhere unless given. */
  socketFolder?: string | undefined;
  user: User | undefined;
}

/** A standby says that it accepts reads. */
const READY = /database system is ready to accept (read[- ]only )?connections/;

/**
 * Keeps the server only as long as its starter: when the pipe on stdin closes, even because the starter was killed,
 * the server gets SIGINT, its "fast shutdown".
 */
const KEEPER = `
exec 3<&0
"$@" 3<&- &
server=$!
(read -r _ <&3; kill -INT "$server") 2>/dev/null &
reader=$!
exec 3<&-
wait "$server"
code=$?
kill "$reader" 2>/dev/null
exit "$code"
`;

/**
 * Starts the server on a data folder made by initdb and resolves when it accepts connections.
 * @throws Error with the server's own output when it ends first
 */
export function launch({ bin, data, home, port, socketFolder, user }: Launch): Promise<Postmaster> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socketFolder ?? ''}`,
    'max_connections=200',
    // Its files lie in the data folder and go with it; in /dev/shm a killed server would leave them behind.
    'dynamic_shared_memory_type=mmap',
  ];
  const server = [join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn('/bin/sh', ['-c', KEEPER, 'keeper', ...server], {
    cwd: home,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, LC_ALL: 'C' },
    ...user,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let log = '';
    let ready = false;
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      if (ready) return;
      log += text;
      if (!READY.test(log)) return;
      ready = true;
      resolve({
        ended,
        async stop() {
          child.stdin.destroy();
          await ended;
        },
      });
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL exited before it was ready:\n${log.slice(-2000)}`)));
  });
}
