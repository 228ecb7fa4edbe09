/**
 * Simple-interest accrual (decision 34): stake × rate ÷ 365 days, per second, piecewise over a
 * recorded rate history, never beyond the pool. An index I(t) = Σ rate × seconds turns it into one multiplication:
 * reward = stake × (I(now) − I(start)) ÷ INDEX_PER_UNIT.
 */

/** Rates are integers of 10^-4 percent per year: 25 % = 250000. */
export const RATE_DECIMALS = 4;

const SECONDS_PER_YEAR = 31_536_000n;

/** Index units after which a reward equals its stake: 100 % × 10^4 × one year. */
export const INDEX_PER_UNIT = 100n * 10_000n * SECONDS_PER_YEAR;

export interface RatePeriod {
  /** Start in seconds since 1970, inclusive; the period lasts until the next one starts. */
  readonly from: bigint;
  /** 10^-4 percent per year. */
  readonly rate: bigint;
}

/** I(t): the rate history integrated from its first period up to `at` (seconds). Periods are sorted by `from`. */
export function rewardIndex(periods: readonly RatePeriod[], at: bigint): bigint {
  let index = 0n;
  periods.forEach((period, position) => {
    const end = periods[position + 1]?.from ?? at;
    const until = end < at ? end : at;
    if (until > period.from) index += period.rate * (until - period.from);
  });
  return index;
}

/** The index at which the pool runs out, null while nothing is staked; `weighted` is Σ amount × index, base units. */
export function exhaustionIndex(pool: bigint, staked: bigint, weighted: bigint): bigint | null {
  return staked <= 0n ? null : (pool * INDEX_PER_UNIT + weighted) / staked;
}

/** I(t) bounded by the pool: every lot earns up to this index. */
export function boundedIndex(index: bigint, pool: bigint, staked: bigint, weighted: bigint): bigint {
  const end = exhaustionIndex(pool, staked, weighted);
  return end !== null && end < index ? end : index;
}

/** Rewards in base units of stakes that sum to `staked`; `weighted` is Σ amount × starting index. Floored once. */
export function accrued(staked: bigint, weighted: bigint, index: bigint): bigint {
  const total = staked * index - weighted;
  return total <= 0n ? 0n : total / INDEX_PER_UNIT;
}

/** The lots that end when `amount` is taken back, latest first; `open` by index, `left` is what they are short of. */
export function takeLatest(
  open: ReadonlyMap<bigint, bigint>,
  amount: bigint,
): { readonly lots: readonly { readonly index: bigint; readonly amount: bigint }[]; readonly left: bigint } {
  const lots: { index: bigint; amount: bigint }[] = [];
  let left = amount;
  for (const [index, held] of [...open].sort(([a], [b]) => (a < b ? 1 : -1))) {
    const part = held < left ? held : left;
    if (part <= 0n) continue;
    lots.push({ index, amount: part });
    left -= part;
  }
  return { lots, left };
}
