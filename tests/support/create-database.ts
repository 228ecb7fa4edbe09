import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { execute } from './postgres/execute.ts';
import { SCHEMA_DATABASE } from './postgres/schema-database.ts';
import type {} from './postgres-setup.ts';

/** A database of a test file's own. */
export interface TestDatabase {
  /** Connection string, as DATABASE_URL takes it. */
  url: string;
  /** Removes it, cutting what connections it still has. */
  drop(): Promise<void>;
}

/**
 * Makes a PostgreSQL database, empty or with the schema in place, which takes half the time; for the projects that
 * start a cluster (api, chain). Where PostgreSQL cannot be had it returns the reason, and the caller skips:
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
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await execute(postgres.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

let copying: Promise<string> | undefined;

/**
 * How a template is best copied: as files, which since PostgreSQL 15 has to be said and takes two thirds of the time.
 */
function strategy(url: string): Promise<string> {
  copying ??= (async () => {
    const [row] = await execute(url, 'show server_version_num');
    return Number(row?.server_version_num) >= 150_000 ? ' STRATEGY file_copy' : '';
  })();
  return copying;
}
