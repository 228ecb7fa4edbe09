import { join } from 'node:path';
import { z } from 'zod';
import type { TUNING } from '#src/config/tuning.ts';

const SERVER = /^postgres(ql)?:\/\//;

const address = (problem: string) => z.string().regex(SERVER, problem).optional();

/** What the environment says of the database. */
export const databaseSettings = {
  DATABASE_URL: address('must start with postgres:// (leave it out for the embedded database)'),
  DATABASE_DIRECT_URL: address('must start with postgres://'),
  DATABASE_READ_URL: address('must start with postgres://'),
  DATA_DIRECTORY: z.string().min(1).default('.data'),
};

export type DatabaseSettings = z.infer<z.ZodObject<typeof databaseSettings>> &
  Readonly<Pick<typeof TUNING, 'DATABASE_READ_LAG' | 'DATABASE_POOL_SIZE' | 'DATABASE_MONEY_POOL_SIZE'>>;

/** Settings of connections, which mean nothing without DATABASE_URL. */
export const OF_DATABASE_URL = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const;

/** The connections to PostgreSQL; the embedded database has none of these settings. */
export interface ConnectionOptions {
  /** Maximum number of connections for everything but payments. */
  readonly poolSize?: number;
  /** The same for payments. */
  readonly moneyPoolSize?: number;
  /** Milliseconds that work may wait for one of them. */
  readonly connectMs?: number;
  /** The address without a pooler, for long statements and dumps; by default the same as for everything. */
  readonly directUrl?: string | undefined;
  /** A replica for public reads, at most this many milliseconds late. */
  readonly replica?: { readonly url: string; readonly lagMs: number } | undefined;
}

/** Whether several processes can share the database; the embedded one belongs to a single process. */
export function isShared({ DATABASE_URL }: { readonly DATABASE_URL?: string | undefined }): boolean {
  return DATABASE_URL !== undefined;
}

/** Whether a location is the address of a server rather than the path of an embedded database. */
export function isServerAddress(location: string): boolean {
  return SERVER.test(location);
}

export function databaseFile(directory: string): string {
  return join(directory, 'synx.sqlite');
}

/** The arguments for openDatabase(): the address or path that the settings name, and its connections. */
export function databaseOf(env: DatabaseSettings): [location: string, options: ConnectionOptions] {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = env;
  if (url === undefined) return [databaseFile(env.DATA_DIRECTORY), {}];
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
