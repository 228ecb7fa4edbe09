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
   * Runs `work` while the file of the embedded database does not change, for reading by another process
   * (openSqliteSnapshot); writing continues in the write-ahead log. One call at a time. Throws the errors of `work`,
   * and if the file has changed nevertheless.
   */
  readonly whileStill?: <Result>(work: (file: string) => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}
