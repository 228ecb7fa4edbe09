import { setTimeout as pause } from 'node:timers/promises';
import { chainTimes } from '#src/server/money/payments/watch/watch-head.ts';
import { storedHeads } from '#src/server/platform/chains/stored-heads.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { call, type LocalClient } from '../chains/local-client.ts';

/** A block is final on a local chain once so many follow. */
const FINAL_BLOCKS = 70;
const LOOK_MS = 100;
const PATIENCE_MS = 30_000;
/** Chains of a machine whose clock is right may be a little ahead. */
const SLACK_MS = 60_000;

/** The time of a rehearsal, which visitors move for the server and all chains at once. */
export interface RehearsalTime {
  /** Milliseconds since 1970: the machine's clock, and whatever was let pass. */
  readonly machine: () => number;
  /** Puts the machine's clock a day ahead of the chains, or back. */
  readonly lead: (isAhead: boolean) => void;
  /** Makes every block that there is a final one. */
  finalise(): Promise<void>;
  /** Lets time pass on all chains; resolves when the server is as late as they are. */
  pass(ms: number, context: AppContext): Promise<void>;
}

/** Goes on from the time of the chains that answer, which an earlier run may have moved. */
export async function openTime(clients: readonly LocalClient[]): Promise<RehearsalTime> {
  const timeOf = (client: LocalClient) =>
    client.getBlock().then(
      ({ timestamp }) => Number(timestamp) * 1_000,
      () => 0,
    );
  const ahead = Math.max(...(await Promise.all(clients.map(timeOf)))) - Date.now();
  let moved = ahead > SLACK_MS ? ahead : 0;
  let lead = 0;
  const mine = (blocks: number) => Promise.all(clients.map((client) => client.mine({ blocks })));
  return {
    machine: () => Date.now() + moved + lead,
    lead: (isAhead) => {
      lead = isAhead ? 86_400_000 : 0;
    },
    finalise: async () => void (await mine(FINAL_BLOCKS)),
    pass: async (ms, context) => {
      const seconds = Math.max(1, Math.ceil(ms / 1_000));
      const target = context.now() + seconds * 1_000 - SLACK_MS;
      await Promise.all(clients.map((client) => call(client, 'evm_increaseTime', [seconds])));
      moved += seconds * 1_000;
      await mine(1);
      // Its clock follows the chains once it has seen their new blocks.
      await until('the server has seen the new blocks', async () => {
        const heads = [...(await storedHeads(context.db)).values()];
        return heads.length >= clients.length && heads.every((head) => Number(head.block_time) * 1_000 >= target);
      });
      context.clock.learn(await chainTimes(context));
    },
  };
}

/** Resolves once something is true. Throws RangeError after half a minute. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new RangeError(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await pause(LOOK_MS);
  }
}
