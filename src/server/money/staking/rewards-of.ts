import { accrued } from '#src/lib/money/accrual.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { currentList } from '../sale/latest-batch.ts';
import { rewardState } from './reward-state.ts';

/**
 * What a wallet has earned up to `now` (ms), in 1e-9 SYNX; costs the same for any number of stakes. Never more than a
 * drafted or final list gives it: that counts to the day on which stakes unlock, by the rates of until then.
 */
export async function rewardsOf(db: Db, wallet: string, now: number): Promise<bigint> {
  const own = await db.selectFrom('wallet_stakes').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  if (own === undefined) return 0n;
  const [{ index }, listed] = await Promise.all([rewardState(db, BigInt(now)), listedRewards(db, wallet)]);
  const earned = accrued(own.staked, BigInt(own.weighted), index);
  return listed !== undefined && listed < earned ? listed : earned;
}

async function listedRewards(db: Db, wallet: string): Promise<bigint | undefined> {
  const list = await currentList(db);
  if (list === undefined) return undefined;
  const entries = db.selectFrom('allocation_entries').select('rewards').where('batch', '=', list.id);
  return (await entries.where('address', '=', wallet).executeTakeFirst())?.rewards;
}
