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
