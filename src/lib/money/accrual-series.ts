import { INDEX_PER_UNIT } from './accrual.ts';

export interface Lot {
  /** Base units; negative for a stake that was undone. */
  readonly amount: bigint;
  /** Seconds since 1970. */
  readonly from: number;
}

export interface AccruedAt {
  /** Seconds since 1970. */
  readonly at: number;
  /** Base units. */
  readonly accrued: bigint;
}

/** What lots have earned at a time (seconds) by simple interest at a rate (10^-4 percent a year); floored once. */
export function accruedAt(lots: readonly Lot[], rate: bigint, at: number): bigint {
  const weighted = lots.reduce((sum, { amount, from }) => sum + (at > from ? amount * BigInt(at - from) : 0n), 0n);
  return (weighted * rate) / INDEX_PER_UNIT;
}

/** accruedAt() at `count` evenly spaced times from the first lot to `until`; empty without lots. */
export function accrualSeries(lots: readonly Lot[], rate: bigint, until: number, count: number): readonly AccruedAt[] {
  const [first, ...others] = lots.map(({ from }) => from);
  if (first === undefined) return [];
  const start = Math.min(first, ...others);
  const step = (until - start) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => {
    const at = index === count - 1 ? until : Math.floor(start + index * step);
    return { at, accrued: accruedAt(lots, rate, at) };
  });
}

/** accruedAt() at the end of every UTC day from the first lot on, and now. */
export function dailyAccrual(lots: readonly Lot[], rate: bigint, until: number): readonly AccruedAt[] {
  const [first, ...others] = lots.map(({ from }) => from);
  if (first === undefined) return [];
  const days: AccruedAt[] = [];
  for (let at = (Math.floor(Math.min(first, ...others) / DAY) + 1) * DAY; at < until; at += DAY)
    days.push({ at, accrued: accruedAt(lots, rate, at) });
  return [...days, { at: until, accrued: accruedAt(lots, rate, until) }];
}

const DAY = 86_400;
