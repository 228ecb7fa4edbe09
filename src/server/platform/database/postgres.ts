import { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { PoolUsage } from './database.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5_000;
/** How long one statement may run, and how long a transaction may sit idle with its locks. */
const STATEMENT_MS = 10_000;
/** The server answers or cancels within a statement's time; after this many times as much silence it is unreachable. */
const SILENT_TIMES = 1.5;
/** And after this many times as long without an answer, whatever else it sends: notices, or a byte now and then. */
const UNANSWERED_TIMES = 2;
const KEEP_ALIVE_AFTER_MS = 5_000;

export interface PostgresLimits {
  readonly connections?: number;
  /** Milliseconds that one statement may take. */
  readonly statementMs?: number;
  /** Milliseconds that work may wait for a connection, also while all are in use. */
  readonly connectMs?: number | undefined;
}

/** A pool whose integers are bigint. A broken connection fails its work and is replaced; `cut` breaks all. */
export function openPostgres(
  url: string,
  { connections = 10, statementMs = STATEMENT_MS, connectMs = CONNECT_WITHIN_MS }: PostgresLimits = {},
): { dialect: PostgresDialect; close(): Promise<void>; cut(): void; usage(): PoolUsage } {
  const sockets = new Set<Socket>();
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    types,
    // For sendTogether(): without it, each statement would be sent only once the one before is answered.
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: UNANSWERED_TIMES * statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    stream: () => {
      const socket = endsWhenSilent(SILENT_TIMES * statementMs);
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Without a listener, an 'error' event ends the process; the pool listens to idle connections only.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const usage = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { dialect: new PostgresDialect({ pool }), close: async () => undefined, cut, usage };
}

/** A socket that gives up after silence: the kernel would wait a quarter of an hour for a host without power. */
function endsWhenSilent(milliseconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(milliseconds, () => socket.destroy(new Error('Connection terminated: the server is silent')));
  return socket;
}
