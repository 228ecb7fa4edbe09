import { countPurchases, uncountPurchase } from '#src/server/community/airdrop/count-referral.ts';
import { establishBuyers, reconsiderBuyer } from '#src/server/community/airdrop/establish.ts';
import { lockRewards } from '#src/server/money/sale/sale-state.ts';
import { unstakeForReversal } from '#src/server/money/staking/unstake-for-reversal.ts';
import type { CreditHandler } from '#src/server/platform/context/crediting.ts';
import { recordCredits, recordReversal } from '#src/server/platform/records/record-purchase.ts';

/** All effects of a credit beyond the payment itself, in this order. Whatever credits payments uses these. */
export const CREDIT_HANDLERS: readonly CreditHandler[] = [
  { lock: lockRewards, release: unstakeForReversal },
  { credited: recordCredits, reversed: recordReversal },
  // Points before anything else of a participant: see the order of locks in append-record.ts.
  { credited: countPurchases, reversed: uncountPurchase },
  { credited: establishBuyers, reversed: reconsiderBuyer },
];
