import { formatUnits } from './decimal.ts';

export interface PhaseStock {
  readonly phase: number;
  readonly priceMicroUsd: bigint;
  /** Whole SYNX left in this phase. */
  readonly remaining: bigint;
}

export interface Allotment {
  /** Whole SYNX over all phases, floored once over the sum. */
  readonly tokens: bigint;
  readonly parts: readonly { readonly phase: number; readonly priceMicroUsd: bigint; readonly tokens: bigint }[];
  /** What the tokens cost exactly, in the same units as the value passed in. */
  readonly spent: bigint;
  /** What is left after the last token, in the same units; 0 unless the last phase ran out by a whole SYNX or more. */
  readonly unallotted: bigint;
}

/** USD value of a payment in 10^-26 USD, exact: amount (≤ 18 decimals) × price (≤ 8 decimals) never needs rounding. */
export const VALUE_SCALE_DECIMALS = 26;

/** One micro-dollar in 10^-26 USD. */
export const VALUE_PER_MICRO = 10n ** BigInt(VALUE_SCALE_DECIMALS - 6);

/** Exact USD value (10^-26 USD) of `amount` base units of a coin with `decimals` at `price` in 10^-8 USD per coin. */
export function usdValue(amount: bigint, decimals: number, priceE8: bigint): bigint {
  return amount * priceE8 * 10n ** BigInt(VALUE_SCALE_DECIMALS - decimals - 8);
}

/** Price of one stablecoin in 10^-8 USD: exactly one dollar (decision 5). */
export const STABLE_PRICE_E8 = 100_000_000n;

/** Spreads a value (10^-26 USD) over the sale's phases in order, floored once to whole SYNX (decision 7). */
export function allot(value: bigint, phases: readonly PhaseStock[]): Allotment {
  const parts: Allotment['parts'][number][] = [];
  let left = value;
  let tokens = 0n;
  let lastPrice = 0n;
  for (const { phase, priceMicroUsd, remaining } of phases) {
    if (remaining <= 0n) continue;
    const price = priceMicroUsd * VALUE_PER_MICRO;
    lastPrice = price;
    const affordable = left / price;
    const taken = affordable < remaining ? affordable : remaining;
    if (taken > 0n) parts.push({ phase, priceMicroUsd, tokens: taken });
    tokens += taken;
    left -= taken * price;
    if (affordable < remaining) return { tokens, parts, spent: value - left, unallotted: 0n };
  }
  return { tokens, parts, spent: value - left, unallotted: left < lastPrice ? 0n : left };
}

/** A value of 10^-26 USD as a decimal string truncated to whole micro-dollars. */
export function usdToDecimal(value: bigint): string {
  return formatUnits(value / VALUE_PER_MICRO, 6);
}
