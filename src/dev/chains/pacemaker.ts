import type { LocalClient } from './local-client.ts';

/** Quick blocks after a block with a transaction: 6 confirmations and a few more to see the state settle. */
const QUICK_BLOCKS = 14n;

export interface PacemakerOptions {
  /** Milliseconds between blocks while a payment gathers confirmations. */
  readonly fastMs?: number;
  /** Milliseconds between blocks otherwise; they keep the price feed fresh. */
  readonly idleMs?: number;
  /** Receives the error of a failed call to the chain; the next beat tries again. */
  readonly onError?: (error: unknown) => void;
}

/** Keeps a chain moving, which by itself only mines transactions: payments are confirmed, time passes. */
export function startPacemaker(
  { client }: { readonly client: LocalClient },
  { fastMs = 2000, idleMs = 15_000, onError }: PacemakerOptions = {},
) {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let seen: bigint | undefined;
  let expected: bigint | undefined;
  let quickUntil = 0n;
  let lastBlockAt = performance.now();

  async function beat(): Promise<void> {
    const head = await client.getBlockNumber();
    if (head !== expected) lastBlockAt = performance.now();
    // After a restart blocks may lack confirmations; after a reorg the head may be lower.
    const from = seen === undefined || head < seen ? head - QUICK_BLOCKS : seen;
    const latest = await lastBlockWithTransactions(client, from, head);
    if (latest !== undefined) quickUntil = latest + QUICK_BLOCKS;
    seen = head;
    expected = head;
    if (stopped || (head >= quickUntil && performance.now() - lastBlockAt < idleMs)) return;
    await client.mine({ blocks: 1 });
    lastBlockAt = performance.now();
    // Not `seen`: a payment may have arrived in between and taken this number.
    expected = head + 1n;
  }

  let current = Promise.resolve();
  function schedule(): void {
    timer = setTimeout(() => {
      current = beat()
        .catch((error: unknown) => onError?.(error))
        .then(() => {
          if (!stopped) schedule();
        });
    }, fastMs);
  }
  schedule();
  return {
    /** Stops mining and resolves when the current call has ended. */
    stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      return current;
    },
  };
}

async function lastBlockWithTransactions(client: LocalClient, from: bigint, to: bigint): Promise<bigint | undefined> {
  // Somebody mined a larger jump on purpose, and no payment waits for its confirmations.
  const oldest = to - from > QUICK_BLOCKS ? to - QUICK_BLOCKS : from;
  for (let number = to; number > oldest && number >= 0n; number--) {
    const count = await client.getBlockTransactionCount({ blockNumber: number });
    if (count > 0) return number;
  }
  return undefined;
}
