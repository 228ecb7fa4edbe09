import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';

/**
 * The result of `work` if it comes within `ms` milliseconds, otherwise null; the work itself continues. Throws its
 * errors.
 */
export function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  return withDeadline(work, ms).catch((error: unknown) => {
    if (error instanceof DeadlineError) return null;
    throw error;
  });
}
