import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './postgres-setup.ts';

/** An empty database of a test file's own. */
export interface TestDatabase {
  /** Connection string, as DATABASE_URL takes it. */
  url: string;
  /** Removes it, cutting what connections it still has. */
  drop(): Promise<void>;
}

/**
 * Makes an empty PostgreSQL database; for the projects that start a cluster (api, chain).
 * Where PostgreSQL cannot be had it returns the reason, and the caller skips: `describe.skipIf('unavailable' in database)`.
 */
export async function createDatabase(): Promise<TestDatabase | { unavailable: string }> {
  const postgres = inject('postgres');
  if ('unavailable' in postgres) return postgres;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(postgres.url, `CREATE DATABASE ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(postgres.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
