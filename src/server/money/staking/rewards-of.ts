import { accrued } from '#src/lib/money/accrual.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { rewardState } from './reward-state.ts';

/**
 * What a wallet has earned up to `now` (ms), in 1e-9 SYNX; costs the same for any number of stakes. Never more than a
 * drafted or final list gives it: that counts to the day on which stakes unlock, by the rates of until then.
 */
export async function rewardsOf(db: Db, wallet: string, now: number): Promise<bigint> {
  const own = await db.selectFrom('wallet_stakes').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  if (own === undefined) return 0n;
  const [{ index }, listed] = await Promise.all([
    rewardState(db, BigInt(now)),
    db
      .selectFrom('allocation_entries')
      .innerJoin('allocation_batches', 'allocation_batches.id', 'allocation_entries.batch')
      .select('allocation_entries.rewards')
      .where('address', '=', wallet)
      .where('root', '<>', '')
      .where('state', 'in', ['draft', 'final'])
      .executeTakeFirst(),
  ]);
  const earned = accrued(own.staked, BigInt(own.weighted), index);
  return listed !== undefined && listed.rewards < earned ? listed.rewards : earned;
}
