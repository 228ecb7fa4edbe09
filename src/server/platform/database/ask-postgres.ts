import pg from 'pg';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;

/** Opens one connection, runs `work` in a read-only transaction, and closes it. Throws the errors of PostgreSQL. */
export async function askPostgres<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const limits = {
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: 2 * STATEMENT_MS,
  };
  const client = new pg.Client({ connectionString: url, ...limits });
  // Without a listener, an 'error' event ends the process; the current query is rejected anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin read only');
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
