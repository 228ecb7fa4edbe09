import pg from 'pg';
import { createSchemaDatabase, type TestDatabase } from '../create-database.ts';
import { emptyDatabase, type FreshDatabase, readFresh } from './empty-database.ts';

/** A database that tests of this process use one after the other, with a connection that empties it in between. */
interface Shared {
  readonly database: TestDatabase;
  readonly client: pg.Client;
  readonly fresh: FreshDatabase;
}

/** Those that nobody uses now: emptying one takes a quarter of the processor time of another copy of the schema. */
const idle: Shared[] = [];
/** The same for every copy of the schema. */
let fresh: Promise<FreshDatabase> | undefined;

/**
 * A database with its schema in place and no other rows than a new one has; `giveBack` ends its use and its
 * connections. Throws if there is no PostgreSQL.
 */
export async function takeDatabase(): Promise<{ url: string; giveBack(): Promise<void> }> {
  const shared = idle.pop() ?? (await create());
  return { url: shared.database.url, giveBack: () => giveBack(shared) };
}

async function create(): Promise<Shared> {
  const database = await createSchemaDatabase();
  const client = new pg.Client({ connectionString: database.url });
  // The cluster may end before this process does.
  client.on('error', () => undefined);
  await client.connect();
  fresh ??= readFresh(client);
  return { database, client, fresh: await fresh };
}

async function giveBack(shared: Shared): Promise<void> {
  const { client, database, fresh: wanted } = shared;
  if (await emptyDatabase(client, wanted).catch(() => false)) idle.push(shared);
  else {
    await client.end().catch(() => undefined);
    await database.drop();
  }
}
