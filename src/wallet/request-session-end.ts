import { abortAfter } from '#src/lib/time/abort-after.ts';

/** Milliseconds between two tries; a page being left needs none, since the first one outlives it. */
const WAITS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 20_000;

let latest = 0;

/**
 * Asks the API to end the session of the disconnected wallet. Retries until it succeeds or until keepSession() is
 * called; a session that is never ended expires after a day without use (decision 24). Never throws.
 */
export async function requestSessionEnd(): Promise<void> {
  latest += 1;
  const own = latest;
  for (const wait of [0, ...WAITS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (latest !== own || (await send())) return;
  }
}

/** Stops ending the session because a wallet connects: the disconnect of that wallet ends it. */
export function keepSession(): void {
  latest += 1;
}

/** Whether another try is useless. */
async function send(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/wallet/disconnect', {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      signal: abortAfter(TIMEOUT_MS),
    });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}
