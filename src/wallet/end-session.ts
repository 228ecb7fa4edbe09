/** Milliseconds between two tries; a page that is left behind needs none, since the first one outlives it. */
const WAITS = [1_000, 5_000, 30_000, 120_000];
const TIMEOUT_MS = 20_000;

let latest = 0;

/**
 * Has the API end what this browser may do for the wallet that was disconnected. Tries again until it is done or
 * keepSession() is called; what never arrives ends by itself after a day without use (decision 24). Never throws.
 */
export async function endSession(): Promise<void> {
  latest += 1;
  const own = latest;
  for (const wait of [0, ...WAITS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (latest !== own || (await send())) return;
  }
}

/** A wallet is being connected: what is still to be ended is ended by that one's own disconnect. */
export function keepSession(): void {
  latest += 1;
}

/** Whether trying again is of no use any more. */
async function send(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/wallet/disconnect', {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}
