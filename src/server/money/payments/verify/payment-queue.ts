import type { ChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { findTokenAt } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { microOf, NOTABLE_MICRO } from './worth.ts';

/** Transfers above it buy tokens: nobody floods their queues for the gas alone. */
const MINIMUM_MICRO = toUnits(PURCHASE_LIMITS.minimumStableUsd, USD_DECIMALS);

/**
 * The queues of transactions that wait for the watcher, by the value of one of their transfers: from NOTABLE_MICRO on,
 * from the minimum purchase on, unknown, less. Each queue is worked on at the same time as the others, so that a flood
 * of one kind delays only its own kind, and the dearer queues cost their flooder the price of the tokens.
 */
export const QUEUES = [0n, 1n, 2n, 3n] as const;
export type Queue = (typeof QUEUES)[number];

/**
 * Apart from those: the queue of the first of a chain's sources, for the transactions that it names and too few others
 * do; the other sources have the following ones, so that each can fill only its own.
 */
export const FIRST_LONE_QUEUE = 4n;

/** What a transaction transfers, in base units; coins have no token. */
type Moved = readonly { readonly token: string | null; readonly amount: bigint }[];

/**
 * The queue of a transaction by the mean value of its transfers, so that one dear transfer does not lift thousands of
 * cheap ones. `coinE8` is the last known price of the chain's coin; without it, or without any transfer that its block
 * shows (a Safe's), the value is unknown. Unlisted tokens have none.
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
