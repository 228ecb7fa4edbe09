import { type Challenge, solveWork, workToken } from '#src/lib/human-check.ts';

/** Computes the proof of work, a slice at a time so that the page stays alive; null once `signal` is aborted. */
export async function computeToken(challenge: Challenge, wallet: string, signal: AbortSignal): Promise<string | null> {
  const work = solveWork(challenge, wallet);
  for (;;) {
    const { done, value } = work.next();
    if (signal.aborted) return null;
    if (done) return workToken(challenge, wallet, value);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
