import type { ChainId } from '#src/config/chains.ts';
import type { Head } from '#src/server/platform/chains/chain-sources.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { NOTABLE_MICRO } from '../verify/worth.ts';

/** How often, and for how long, the presale's balances are compared with its payments, in milliseconds. */
export const COMPARED = {
  everyMs: 30_000,
  /** After this long we no longer expect the sources to recover the states in between. */
  forgottenAfterMs: 3_600_000,
} as const;

/** The last finalized block whose payments have been searched. */
export async function knownBlock(context: AppContext, chainId: ChainId, head: Head): Promise<bigint> {
  const cursor = await context.db
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst();
  const scanned = cursor?.block_number ?? 0n;
  return scanned < head.finalized ? scanned : head.finalized;
}

interface Unexplained {
  readonly subject: string;
  readonly detail: string;
  /** Its value in micro-dollars; null if unknown. */
  readonly worth: bigint | null;
  readonly isLoss: boolean;
}

/** Raises the alarm about a part of a balance that nothing explains; small incoming amounts share one. */
export async function raiseUnexplained(
  context: AppContext,
  chainId: ChainId,
  { subject, detail, worth, isLoss }: Unexplained,
): Promise<void> {
  if (isLoss || worth === null || worth >= NOTABLE_MICRO)
    return void (await context.alarms.raise('unexplained-balance', subject, detail, worth));
  // Anybody can have contracts pass small amounts on, in any number of blocks.
  await context.alarms.tally({
    ...{ kind: 'unexplained-balance', subject: `${chainId}/small`, severity: 'low', worthMicro: worth },
    detail: 'small amounts came in that no known transfer explains; examples are chain and block',
    example: subject,
    mark: async () => 1,
  });
}
