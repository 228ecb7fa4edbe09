import type { Db, Tx } from './tables.ts';

/** Longer reads keep PostgreSQL from vacuuming and make the embedded log grow; in milliseconds. */
export const LONGEST_READ_MS = 20 * 60_000;

/** Waits after a statement that took this many milliseconds, so that the database has time for other work. */
export type PauseAfter = (tookMs: number) => Promise<void>;

/** A read of whole tables; its result must be JSON. */
export interface LongRead<Result> {
  readonly name: string;
  run(db: Db | Tx, pause?: PauseAfter): Promise<Result>;
  /** The module that passes `run` to answerParent(). */
  readonly program: URL;
}

export interface ReadLimits {
  readonly signal: AbortSignal;
  /** Nobody waits for it, so it leaves the database time for other work. */
  readonly isAside: boolean;
}
