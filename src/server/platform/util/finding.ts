/** `passed`: as it must be · `warned`: works, but less well or safely than it could · `failed`: must be fixed. */
export type Result = 'passed' | 'warned' | 'failed';

/** The outcome of one check, in sentences for the operator. Contains no secret: addresses are shown by their host. */
export interface Verdict {
  readonly result: Result;
  readonly says: string;
  /** What to do about it; absent if there is nothing to do. */
  readonly remedy?: string;
}

/** The verdicts of one check, each as soon as it is known. */
export type Verdicts = AsyncGenerator<Verdict>;

export const passed = (says: string): Verdict => ({ result: 'passed', says });
export const warned = (says: string, remedy: string): Verdict => ({ result: 'warned', says, remedy });
export const failed = (says: string, remedy: string): Verdict => ({ result: 'failed', says, remedy });

export async function collect(verdicts: Verdicts): Promise<readonly Verdict[]> {
  const all: Verdict[] = [];
  for await (const verdict of verdicts) all.push(verdict);
  return all;
}

/** The message of anything thrown, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
