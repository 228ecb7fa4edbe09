import type { DatabaseEngine } from './engine.ts';
import type { PoolUsage } from './postgres.ts';
import type { PublicReader } from './replica.ts';
import type { Db } from './tables.ts';

/** An open database. */
export interface Database {
  readonly db: Db;
  /**
   * The same with connections that nothing but payments uses, so that no flood of other requests can occupy them;
   * the embedded database has one connection.
   */
  readonly money: Db;
  /** Public reads, from a replica if there is one. */
  readonly read: PublicReader;
  readonly engine: DatabaseEngine;
  /** Whether no process but this one can have it open: work that others left unfinished has ended with them. */
  readonly isOwnedByProcess: boolean;
  /** The pools of connections to PostgreSQL, by name; none for the embedded database. */
  readonly pools: () => Readonly<Record<string, PoolUsage>>;
  /** The path, or the `postgres://` address without a pooler in between. */
  readonly location: string;
  /** Writes a copy of the embedded database to a file, as of one moment; PostgreSQL has pg_dump for that. */
  readonly copy?: (to: string) => Promise<void>;
  /**
   * Runs `work` while the file of the embedded database does not change, for reading by another process
   * (openSqliteSnapshot); writing continues in the write-ahead log. One call at a time. Throws the errors of `work`,
   * and if the file has changed nevertheless.
   */
  readonly whileStill?: <Result>(work: (file: string) => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}

/** The connections to PostgreSQL; the embedded database has none of these settings. */
export interface PostgresOptions {
  /** Maximum number of connections for everything but payments. */
  readonly poolSize?: number;
  /** The same for payments. */
  readonly moneyPoolSize?: number;
  /** The address without a pooler, for long statements and dumps; by default that of everything. */
  readonly directUrl?: string | undefined;
  /** A replica for public reads, which must not be later than this many milliseconds. */
  readonly replica?: { readonly url: string; readonly lagMs: number } | undefined;
}
