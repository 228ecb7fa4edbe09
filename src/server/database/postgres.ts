import { PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;

/** A pool on PostgreSQL whose integers arrive as bigint, like those of the embedded database. */
export function openPostgres(url: string): { dialect: PostgresDialect; close(): Promise<void> } {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that dies while idle is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { dialect: new PostgresDialect({ pool }), close: async () => undefined };
}
