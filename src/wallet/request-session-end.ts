import { abortAfter } from '#src/lib/time/abort-after.ts';

/** Milliseconds between tries; a page that is being left needs none, because the first one outlives it. */
const WAITS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 20_000;

let latest = 0;

/** Asks the API to end the wallet's session until it has, or keepSession() is called (decision 24). Never throws. */
export async function requestSessionEnd(): Promise<void> {
  latest += 1;
  const own = latest;
  for (const wait of [0, ...WAITS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (latest !== own || (await send())) return;
  }
}

/** Stops ending the session because a wallet connects: disconnecting that one will end it. */
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
