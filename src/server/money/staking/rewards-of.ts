import { accrued } from '#src/lib/money/accrual.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { rewardState } from './reward-state.ts';

/**
 * Rewards a wallet has accrued up to `now` (ms), in 1e-9 SYNX; the cost does not depend on the number of its stakes.
 */
export async function rewardsOf(db: Db, wallet: string, now: number): Promise<bigint> {
  const own = await db.selectFrom('wallet_stakes').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  if (own === undefined) return 0n;
  const { index } = await rewardState(db, BigInt(now));
  return accrued(own.staked, BigInt(own.weighted), index);
}
