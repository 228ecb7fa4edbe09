import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';

/**
 * What `work` returns if it does so within `ms` milliseconds, otherwise null, and `work` goes on. Throws its errors.
 */
export function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  return withDeadline(work, ms).catch((error: unknown) => {
    if (error instanceof DeadlineError) return null;
    throw error;
  });
}
