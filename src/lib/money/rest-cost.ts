import { type PhaseStock, usdValue, VALUE_PER_MICRO } from './quote.ts';

/**
 * The smallest amount that buys everything left in the phases, in base units of a coin with `decimals` at `price` in
 * 10^-8 USD per coin: it is worth at most one base unit more than they cost. 0 if nothing is left, null without a
 * price.
 */
export function amountForAll(phases: readonly PhaseStock[], decimals: number, priceE8: bigint): bigint | null {
  if (priceE8 <= 0n) return null;
  const left = phases.filter(({ remaining }) => remaining > 0n);
  const micro = left.reduce((sum, { remaining, priceMicroUsd }) => sum + remaining * priceMicroUsd, 0n);
  return upTo(micro * VALUE_PER_MICRO, usdValue(1n, decimals, priceE8));
}

/** A value of 10^-26 USD in whole base units of a coin with `decimals` at `price` in 10^-8 USD per coin, truncated. */
export function amountWorth(value: bigint, decimals: number, priceE8: bigint): bigint {
  return priceE8 <= 0n ? 0n : value / usdValue(1n, decimals, priceE8);
}

/** Division rounded up. */
function upTo(value: bigint, unit: bigint): bigint {
  return (value + unit - 1n) / unit;
}
