import pg from 'pg';

/** Runs one statement on a separate connection; returns its rows. */
export async function execute(url: string, statement: string): Promise<Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed meanwhile rejects the awaited calls as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
