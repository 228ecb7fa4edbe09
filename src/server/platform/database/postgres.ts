import { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { PoolUsage } from './database.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5_000;
/** How long one statement may take, and how long a transaction may hold its locks without one. */
const STATEMENT_MS = 10_000;
/** The server answers or cancels within the time of a statement; after this many times of silence it is unreachable. */
const SILENT_TIMES = 1.5;
const KEEP_ALIVE_AFTER_MS = 5_000;

export interface PostgresLimits {
  /** Maximum number of connections. */
  readonly connections?: number;
  /** Milliseconds that one statement may take. */
  readonly statementMs?: number;
}

/**
 * A pool on PostgreSQL whose integers arrive as bigint, like those of the embedded database. A connection that breaks,
 * in use or idle, fails its current work with an error that isStorageOutage() recognises, and is replaced at the next
 * use. `cut` breaks all of them at once, busy or not.
 */
export function openPostgres(
  url: string,
  { connections = 10, statementMs = STATEMENT_MS }: PostgresLimits = {},
): { dialect: PostgresDialect; close(): Promise<void>; cut(): void; usage(): PoolUsage } {
  const sockets = new Set<Socket>();
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    stream: () => {
      const socket = endsWhenSilent(SILENT_TIMES * statementMs);
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // An 'error' event without a listener ends the process. The pool listens to idle connections only, so each connection
  // has a listener as well; its current work is rejected too, and the pool takes no broken connection back.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const usage = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { dialect: new PostgresDialect({ pool }), close: async () => undefined, cut, usage };
}

/**
 * A socket that gives up after this many milliseconds without a byte in either direction. The other side may disappear
 * silently (a host that lost its power, a lost NAT entry): the kernel alone would wait for a quarter of an hour.
 */
function endsWhenSilent(milliseconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(milliseconds, () => socket.destroy(new Error('Connection terminated: the server is silent')));
  return socket;
}
