import type { DatabaseEngine } from './engine.ts';
import type { Db } from './tables.ts';

/** An open database. */
export interface Database {
  readonly db: Db;
  readonly engine: DatabaseEngine;
  /** The `postgres://` address or the path. */
  readonly location: string;
  /** Writes a copy of the embedded database to a file, as of one moment; PostgreSQL has pg_dump for that. */
  readonly copy?: (to: string) => Promise<void>;
  /**
   * Runs `work` while the file of the embedded database stays as it is at this moment, for reading by another process
   * (openSqliteSnapshot); writing goes on in the write-ahead log. One after the other. Throws what `work` throws, and
   * if the file has changed nevertheless.
   */
  readonly whileStill?: <Result>(work: (file: string) => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}
