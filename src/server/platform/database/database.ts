import type { DatabaseEngine } from './engine.ts';
import type { LongRead, ReadLimits } from './read-apart.ts';
import type { PublicReader } from './replica.ts';
import type { Db } from './tables.ts';

export interface Database {
  readonly db: Db;
  /** Connections for payments alone, so that no flood occupies them; the embedded database has but one. */
  readonly money: Db;
  /** Public reads, from a replica if there is one. */
  readonly read: PublicReader;
  readonly engine: DatabaseEngine;
  /** Whether only this process can have it open: anything others left unfinished died with them. */
  readonly isOwnedByProcess: boolean;
  /** The pools of connections to PostgreSQL by name; empty for the embedded database. */
  readonly pools: () => Readonly<Record<string, PoolUsage>>;
  /** The path, or the `postgres://` address without a pooler in between. */
  readonly location: string;
  readonly backup: {
    /** Writes the data as of one moment to a file, while the database is in use. Throws BackupError. */
    write(to: string): Promise<void>;
    /** Whether openDatabase() can read such a file; if not, it must be restored first. */
    readonly isReadable: boolean;
  };
  /** Reads as of one moment, apart from this process's other work. Throws when `signal` aborts. */
  readonly readApart: <Result>(read: LongRead<Result>, limits: ReadLimits) => Promise<Result>;
  close(): Promise<void>;
}

/** A pool's connections right now, and the queries that wait for one. */
export interface PoolUsage {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}
