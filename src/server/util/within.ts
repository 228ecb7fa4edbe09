import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';

/** What `work` gives within `ms` milliseconds, else null; the work itself is left running. Throws what it throws. */
export function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  return withDeadline(work, ms).catch((error: unknown) => {
    if (error instanceof DeadlineError) return null;
    throw error;
  });
}
