import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute } from './postgres/execute.ts';
import { POSTGRES_MODE } from './postgres/postgres-mode.ts';
import { SCHEMA_DATABASE } from './postgres/schema-database.ts';
import type {} from './postgres-setup.ts';

/** A separate database for one test file. */
export interface TestDatabase {
  /** Connection string, as DATABASE_URL takes it; it names the Unix socket, and host and port for a line between. */
  url: string;
  /** Removes it, cutting any connections it still has. */
  drop(): Promise<void>;
}

/**
 * Creates a PostgreSQL database, empty or with the schema in place, which takes half the time; for the projects that
 * start a cluster (api, chain). If PostgreSQL is unavailable it returns the reason, and the caller skips:
 * `describe.skipIf('unavailable' in database)`.
 */
export async function createDatabase(
  content: 'empty' | 'schema' = 'empty',
): Promise<TestDatabase | { unavailable: string }> {
  const postgres = inject('postgres');
  if ('unavailable' in postgres) return postgres;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(
    postgres.url,
    `CREATE DATABASE ${name}${content === 'empty' ? '' : ` TEMPLATE ${SCHEMA_DATABASE}${await strategy(postgres.url)}`}`,
  );
  if (POSTGRES_MODE === 'serializable') await makeSerializable(postgres.url, name);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  if (postgres.pooler !== undefined) url.host = postgres.pooler;
  if (postgres.socketFolder !== undefined) url.searchParams.set('host', postgres.socketFolder);
  return {
    url: url.href,
    drop: async () => void (await execute(postgres.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

/** The same with the schema in place. Throws if PostgreSQL is unavailable. */
export async function createSchemaDatabase(): Promise<TestDatabase> {
  const database = await createDatabase('schema');
  if ('unavailable' in database) throw new Error(database.unavailable);
  return database;
}

/** Has every transaction and every statement of a database be SERIALIZABLE, unless it asks for another level. */
export async function makeSerializable(server: string, database: string): Promise<void> {
  await execute(server, `ALTER DATABASE ${database} SET default_transaction_isolation = 'serializable'`);
}

let copying: Promise<string> | undefined;

/**
 * The best way to copy a template: as files, which since PostgreSQL 15 must be requested and takes two thirds of the
 * time.
 */
function strategy(url: string): Promise<string> {
  copying ??= (async () => {
    const [row] = await execute(url, 'show server_version_num');
    return Number(row?.server_version_num) >= 150_000 ? ' STRATEGY file_copy' : '';
  })();
  return copying;
}
