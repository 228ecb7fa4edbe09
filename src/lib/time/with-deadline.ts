/** We stopped waiting before the promise settled. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Waits for a promise at most `ms` milliseconds, then throws DeadlineError; the promise itself goes on. */
export function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no answer in ${ms} ms`)), ms);
  });
  return Promise.race([promise, deadline]).finally(() => clearTimeout(timer));
}

/** What `work` returns within `ms` milliseconds, otherwise null, and `work` goes on. Throws its errors. */
export function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  return withDeadline(work, ms).catch((error: unknown) => {
    if (error instanceof DeadlineError) return null;
    throw error;
  });
}
