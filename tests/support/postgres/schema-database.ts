import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { execute } from './execute.ts';

/** The database that others are copied from: migrated once per run, which costs more than the copy. */
export const SCHEMA_DATABASE = 'schema_of_tests';

/** Creates it in a new cluster; `url` is the superuser's. */
export async function makeSchemaDatabase(url: string): Promise<void> {
  await execute(url, `CREATE DATABASE ${SCHEMA_DATABASE}`);
  const own = new URL(url);
  own.pathname = `/${SCHEMA_DATABASE}`;
  const { close } = await openDatabase(own.href);
  await close();
}
