import { accrued, boundedIndex, type RatePeriod, rewardIndex } from '#src/lib/money/accrual.ts';
import type { AllocationEntry } from './entry.ts';
import { unlocksAfter } from './unlocking.ts';

/** What the books say about a wallet; amounts in 1e-9 SYNX. */
export interface WalletBooks {
  readonly address: string;
  readonly available: bigint;
  readonly staked: bigint;
  /** Σ amount × index over its stakes. */
  readonly weighted: bigint;
  /** Its points on the leaderboard: 0 while it is not established (decision 39). */
  readonly points: bigint;
}

/** What the books say about all wallets together, and the rules. Times in seconds since 1970. */
export interface AllocationTerms {
  readonly staked: bigint;
  readonly weighted: bigint;
  readonly points: bigint;
  readonly rewardsPool: bigint;
  readonly airdropPool: bigint;
  /** The recorded rates, the last of which holds until the token exists. */
  readonly rates: readonly RatePeriod[];
  /** The rate once the token exists, in 1e-4 percent per year. */
  readonly rateAfter: bigint;
  /** When the token came into being; null while nobody has recorded it, so that it does when claiming opens. */
  readonly generated: bigint | null;
  /** When the books were read: a rate never changes for the time before (decision 34). */
  readonly snapshot: bigint;
  readonly opens: bigint;
}

/**
 * What each wallet is allocated when its stakes are frozen: its balance, its stakes with the rewards until they unlock,
 * and its share of the airdrop by points. Null for a wallet with nothing. Throws RangeError if claiming would open
 * before the books were read.
 */
export function allocationBy(terms: AllocationTerms): (wallet: WalletBooks) => AllocationEntry | null {
  const index = indexAtUnlock(terms);
  return ({ address, available, staked, weighted, points }) => {
    const entry = {
      address,
      bought: available,
      staked,
      rewards: accrued(staked, weighted, index),
      airdrop: points > 0n ? (points * terms.airdropPool) / terms.points : 0n,
    };
    return entry.bought + entry.staked + entry.rewards + entry.airdrop > 0n ? entry : null;
  };
}

/** The reward index when stakes unlock, bounded by the pool. */
function indexAtUnlock(terms: AllocationTerms): bigint {
  const { opens, snapshot, generated, rates, rateAfter, rewardsPool, staked, weighted } = terms;
  if (opens < snapshot) throw new RangeError('claiming would open before the books were read');
  const exists = generated ?? opens;
  const from = exists < snapshot ? snapshot : exists;
  const open = rewardIndex([...rates, { from, rate: rateAfter }], unlocksAfter(opens).staked.start);
  return boundedIndex(open, rewardsPool, staked, weighted);
}
