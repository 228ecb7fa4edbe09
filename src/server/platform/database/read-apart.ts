import type { Db, Tx } from './tables.ts';

/** A longer read keeps PostgreSQL from vacuuming, and makes the embedded log grow, in milliseconds. */
export const LONGEST_READ_MS = 20 * 60_000;

/** Waits after a statement, given its milliseconds, so that the database has time for its other work. */
export type PauseAfter = (tookMs: number) => Promise<void>;

/** A read of whole tables, whose result can be sent as JSON. */
export interface LongRead<Result> {
  readonly name: string;
  run(db: Db | Tx, rest?: PauseAfter): Promise<Result>;
  /** The module that passes `run` to answerParent(). */
  readonly program: URL;
}

export interface ReadLimits {
  readonly signal: AbortSignal;
  /** Nobody waits for it: it leaves the database time for its other work. */
  readonly isAside: boolean;
}
