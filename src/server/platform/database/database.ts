import type { DatabaseEngine } from './engine.ts';
import type { LongRead, ReadLimits } from './read-apart.ts';
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
  readonly backup: {
    /** Writes the data as of one moment to a file, while the database is in use. Throws BackupError. */
    write(to: string): Promise<void>;
    /** Whether openDatabase() reads such a file; otherwise it has to be restored first. */
    readonly isReadable: boolean;
  };
  /** Reads as of one moment, separate from the other work of this process. Throws when `signal` aborts. */
  readonly readApart: <Result>(read: LongRead<Result>, limits: ReadLimits) => Promise<Result>;
  close(): Promise<void>;
}

/** Connections of a pool at this moment, and the queries that wait for one. */
export interface PoolUsage {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}
