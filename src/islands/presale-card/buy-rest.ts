import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { PHASES } from '#src/config/sale.ts';
import type { Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { formatUnits, parseDecimal, toUnits } from '#src/lib/money/decimal.ts';

export type BuyRest =
  | { readonly state: 'hidden' }
  | { readonly state: 'below-minimum' }
  /** `amount` in whole stablecoins, as decimal text, that pays for everything left. */
  | { readonly state: 'offered'; readonly amount: string };

/**
 * Whether Buy Rest is offered: for stablecoins, when fewer than 100000 tokens remain (R5.019, R5.020). In a phase with
 * a successor, a rest worth less than the minimum rolls over, so only the whole sale's rest reads Sold Out (decision
 * 8).
 */
export function buyRest(token: Token, pricing: PresalePricing | undefined): BuyRest {
  const remaining = pricing === undefined ? null : parseDecimal(pricing.tokensRemaining, 0);
  if (pricing === undefined || token.pricing === 'feed' || remaining === null) return { state: 'hidden' };
  if (remaining <= 0n || remaining >= PURCHASE_LIMITS.buyRestBelowSynx) return { state: 'hidden' };
  // Micro-USD, exact: whole tokens at a price of whole micro-dollars.
  const cost = remaining * toUnits(pricing.currentPrice, 6);
  if (cost >= toUnits(PURCHASE_LIMITS.minimumStableUsd, 6)) return { state: 'offered', amount: formatUnits(cost, 6) };
  return pricing.phase < PHASES.length ? { state: 'hidden' } : { state: 'below-minimum' };
}
