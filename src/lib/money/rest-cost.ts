import { type PhaseStock, usdValue, VALUE_PER_MICRO } from './quote.ts';

/** The least base units, at `price` in 10^-8 USD per coin, that buy all that is left; null without a price. */
export function amountForAll(phases: readonly PhaseStock[], decimals: number, priceE8: bigint): bigint | null {
  if (priceE8 <= 0n) return null;
  const left = phases.filter(({ remaining }) => remaining > 0n);
  const micro = left.reduce((sum, { remaining, priceMicroUsd }) => sum + remaining * priceMicroUsd, 0n);
  return upTo(micro * VALUE_PER_MICRO, usdValue(1n, decimals, priceE8));
}

/** The least base units that buy `tokens` whole SYNX; what the phases lack costs as much as in the last one. */
export function amountForTokens(
  tokens: bigint,
  { phases, decimals, priceE8 }: { phases: readonly PhaseStock[]; decimals: number; priceE8: bigint },
): bigint | null {
  const last = phases.at(-1);
  if (priceE8 <= 0n || last === undefined) return null;
  let left = tokens;
  let micro = 0n;
  for (const { remaining, priceMicroUsd } of phases) {
    const taken = left < remaining ? left : remaining;
    micro += taken * priceMicroUsd;
    left -= taken;
  }
  return upTo((micro + left * last.priceMicroUsd) * VALUE_PER_MICRO, usdValue(1n, decimals, priceE8));
}

/** The smallest amount that is worth at least a value of 10^-26 USD, in base units; null without a price. */
export function amountForValue(value: bigint, decimals: number, priceE8: bigint): bigint | null {
  return priceE8 <= 0n ? null : upTo(value, usdValue(1n, decimals, priceE8));
}

/** A value of 10^-26 USD in whole base units of a coin with `decimals` at `price` in 10^-8 USD per coin, truncated. */
export function amountWorth(value: bigint, decimals: number, priceE8: bigint): bigint {
  return priceE8 <= 0n ? 0n : value / usdValue(1n, decimals, priceE8);
}

/** Division rounded up. */
function upTo(value: bigint, unit: bigint): bigint {
  return (value + unit - 1n) / unit;
}

/** Base units of a token with `decimals`, rounded up to the six digits after the mark that people compare. */
export function toReadable(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(Math.max(0, decimals - 6));
  return upTo(units, step) * step;
}
