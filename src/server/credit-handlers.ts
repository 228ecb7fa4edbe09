import { countPurchases, uncountPurchase } from './airdrop/count-referral.ts';
import { establishBuyers, reconsiderBuyer } from './airdrop/establish.ts';
import type { CreditHandler } from './context/credit-handler.ts';
import { recordCredits, recordReversal } from './records/record-purchase.ts';
import { lockRewards } from './staking/reward-state.ts';
import { unstakeForReversal } from './staking/unstake-for-reversal.ts';

/** All effects of a credit beyond the payment itself, in this order. Everything that credits payments uses these. */
export const CREDIT_HANDLERS: readonly CreditHandler[] = [
  { lock: lockRewards, release: unstakeForReversal },
  { credited: recordCredits, reversed: recordReversal },
  { credited: establishBuyers, reversed: reconsiderBuyer },
  { credited: countPurchases, reversed: uncountPurchase },
];
