import { accrued } from '#src/lib/money/accrual.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { rewardState } from './reward-state.ts';

/** What a wallet has earned up to `now` (ms), in 1e-9 SYNX; costs the same for any number of stakes. */
export async function rewardsOf(db: Db, wallet: string, now: number): Promise<bigint> {
  const own = await db.selectFrom('wallet_stakes').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  if (own === undefined) return 0n;
  const { index } = await rewardState(db, BigInt(now));
  return accrued(own.staked, BigInt(own.weighted), index);
}
