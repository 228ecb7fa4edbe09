import { STATED_DATES } from '#src/lib/time/stated-dates.ts';
import type { AmountKind } from './entry.ts';

const DAY = 86_400n;
/** Stakes can be withdrawn so many days after claiming has opened (decision 33). */
export const WITHDRAW_DAYS = 7;
/** Over so many months the airdrop vests, each a twelfth of 365 days. */
export const AIRDROP_MONTHS = 12;

/** When an amount unlocks, in seconds since 1970: evenly from `start` to `end`, or at once if they are the same. */
export interface Unlocking {
  readonly start: bigint;
  readonly end: bigint;
}

/** When each amount unlocks if claiming opens at `opens` (seconds): no stated date is brought forward or put off. */
export function unlocksAfter(opens: bigint): Readonly<Record<AmountKind, Unlocking>> {
  const at = (start: bigint): Unlocking => ({ start, end: start });
  return {
    bought: at(opens),
    staked: at(later(stated('stakeUnlock'), opens + BigInt(WITHDRAW_DAYS) * DAY)),
    rewards: at(later(stated('rewardsUnlock'), opens)),
    airdrop: { start: opens, end: opens + (BigInt(AIRDROP_MONTHS) * 365n * DAY) / 12n },
  };
}

/** The part of an amount that has unlocked at `now` (seconds), floored to base units. */
export function unlockedOf(amount: bigint, { start, end }: Unlocking, now: bigint): bigint {
  if (now >= end) return amount;
  return now <= start ? 0n : (amount * (now - start)) / (end - start);
}

function stated(date: keyof typeof STATED_DATES): bigint {
  return BigInt(Date.parse(STATED_DATES[date])) / 1_000n;
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
