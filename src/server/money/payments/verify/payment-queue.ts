import type { ChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { findTokenAt } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { microOf, NOTABLE_MICRO } from './worth.ts';

/** Transfers above it buy tokens, so flooding their queues costs more than gas. */
const MINIMUM_MICRO = toUnits(PURCHASE_LIMITS.minimumStableUsd, USD_DECIMALS);

/**
 * The watcher's queues, by the value of a transaction's transfers: from NOTABLE_MICRO, from the minimum purchase,
 * unknown, less. The watcher works on all queues at once, so a flood delays only its own kind, and flooding the dearer
 * ones costs the price of the tokens.
 */
export const QUEUES = [0n, 1n, 2n, 3n] as const;
export type Queue = (typeof QUEUES)[number];

/**
 * Queues for transactions that too few sources name: this one belongs to the chain's first source, the following ones
 * to the others. No source can fill another one's queue.
 */
export const FIRST_LONE_QUEUE = 4n;

/** What a transaction transfers, in base units; `token` is null for coins. */
type Moved = readonly { readonly token: string | null; readonly amount: bigint }[];

/**
 * The queue for a transaction, by the mean value of its transfers: one dear transfer does not lift thousands of cheap
 * ones. `coinE8` is the last known price of the chain's coin. The value is unknown without it, or without any transfer
 * that the block shows (a Safe's). Unlisted tokens are worth nothing.
 */
export function queueOf(chainId: ChainId, transfers: Moved, coinE8: bigint | null): Queue {
  if (transfers.length === 0) return QUEUES[2];
  let sum = 0n;
  for (const { token, amount } of transfers) {
    const listed = findTokenAt(chainId, token);
    if (listed === undefined) continue;
    const priceE8 = listed.pricing === 'feed' ? coinE8 : STABLE_PRICE_E8;
    if (priceE8 === null) return QUEUES[2];
    sum += microOf(amount, listed.decimals, priceE8);
  }
  const mean = sum / BigInt(transfers.length);
  return mean >= NOTABLE_MICRO ? QUEUES[0] : mean >= MINIMUM_MICRO ? QUEUES[1] : QUEUES[3];
}
