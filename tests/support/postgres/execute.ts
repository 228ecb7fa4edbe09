import pg from 'pg';

/** Runs one statement on a separate connection; returns its rows. */
export async function execute(url: string, statement: string): Promise<Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
