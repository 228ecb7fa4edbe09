import { formatFixed, parseDecimal } from './decimal.ts';

/** The only place that formats staking figures. Takes and returns decimal strings. */

/** Staked SYNX at which the balance bar is full. */
export const FULL_BAR_SYNX = 1_000_000n;
const SCALE = 18;

/** The rate in percent per year: the configured one if it is a decimal, otherwise `fallback`. */
export function yearlyRate(stakingApy: string | undefined, fallback: string): string {
  return stakingApy !== undefined && parseDecimal(stakingApy, SCALE) !== null ? stakingApy : fallback;
}

/** A twelfth of the yearly rate, two decimals, rounded. */
export function monthlyRate(yearly: string): string {
  return divided(units(yearly), 12n, 2);
}

/** A 365th of the yearly rate, three decimals, rounded. */
export function dailyRate(yearly: string): string {
  return divided(units(yearly), 365n, 3);
}

/** The wallet's share of the total stake in percent; an older total never counts as less than its own stake. */
export function quantumShare(staked: string, total: string): string {
  const own = units(staked);
  const stated = units(total);
  const all = stated > own ? stated : own;
  return all === 0n ? '0.0000' : divided(own * 100n * 10n ** BigInt(SCALE), all, 4);
}

/** `part` of `whole` in percent with `places` decimals, rounded; "0" if the whole is zero. */
export function percentOf(part: string, whole: string, places: number): string {
  const all = units(whole);
  return all === 0n ? '0' : divided(units(part) * 100n * 10n ** BigInt(SCALE), all, places);
}

/** `percents` percent of an amount, truncated to whole units. */
export function partOf(amount: string, percents: string): string {
  return formatFixed((units(amount) * units(percents)) / 10n ** BigInt(SCALE) / 100n, SCALE, 0);
}

/** How full the balance bar is, 0 to 100 percent; full at 1,000,000 staked. */
export function balanceBar(staked: string): number {
  const percent = units(staked) / (FULL_BAR_SYNX / 100n);
  return Math.min(100, Number(formatFixed(percent, SCALE, 2)));
}

export function isPositive(amount: string | undefined): boolean {
  return amount !== undefined && units(amount) > 0n;
}

/** `value` ÷ `by` as decimal text, rounded half up; `value` carries SCALE decimals. */
function divided(value: bigint, by: bigint, places: number): string {
  const step = by * 10n ** BigInt(SCALE - places);
  return formatFixed((value + step / 2n) / step, places, places);
}

function units(amount: string): bigint {
  return parseDecimal(amount, SCALE) ?? 0n;
}
