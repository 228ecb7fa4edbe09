import { join } from 'node:path';
import type { PostgresOptions } from './database/database.ts';
import type { Env } from './env/env.ts';

/** The database that the settings name, as openDatabase() takes it: its address or path, and its connections. */
export function databaseOf(env: Env): [location: string, options: PostgresOptions] {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = env;
  if (url === undefined) return [join(env.DATA_DIRECTORY, 'synx.sqlite'), {}];
  return [
    url,
    {
      poolSize: env.DATABASE_POOL_SIZE,
      moneyPoolSize: env.DATABASE_MONEY_POOL_SIZE,
      directUrl: env.DATABASE_DIRECT_URL,
      replica: readUrl === undefined ? undefined : { url: readUrl, lagMs: env.DATABASE_READ_LAG * 1_000 },
    },
  ];
}
