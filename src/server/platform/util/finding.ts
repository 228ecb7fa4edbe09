/** `passed`: as it must be · `warned`: works, but less well or safely than it could · `failed`: must be fixed. */
export type Result = 'passed' | 'warned' | 'failed';

/** The outcome of one check, in sentences for the operator. Contains no secret: addresses appear as their host. */
export interface Finding {
  readonly area: string;
  readonly result: Result;
  readonly says: string;
  /** What to do about it; absent if there is nothing to do. */
  readonly remedy?: string;
}

/** Makes the findings of one area. */
export function findingsOf(area: string) {
  return {
    passed: (says: string): Finding => ({ area, result: 'passed', says }),
    warned: (says: string, remedy: string): Finding => ({ area, result: 'warned', says, remedy }),
    failed: (says: string, remedy: string): Finding => ({ area, result: 'failed', says, remedy }),
  };
}

/** The message of anything thrown, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? message;
}
