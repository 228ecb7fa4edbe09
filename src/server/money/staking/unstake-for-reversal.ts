import { takeLatest } from '#src/lib/money/accrual.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { postTransfer } from '../ledger/accounts.ts';
import { addLots, rewardState } from './reward-state.ts';

/**
 * Takes `amount` back from a wallet's stakes, latest first, each at the index where it started, so that it never
 * earned. The caller holds the locks of sale and rewards.
 */
export async function unstakeForReversal(tx: Tx, wallet: string, amount: bigint, at: bigint): Promise<void> {
  const held = await tx
    .selectFrom('stakes')
    .select(['amount', 'reward_index'])
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
  const open = new Map<bigint, bigint>();
  for (const lot of held) open.set(BigInt(lot.reward_index), (open.get(BigInt(lot.reward_index)) ?? 0n) + lot.amount);
  const { lots, left } = takeLatest(open, amount);
  if (left > 0n) throw new RangeError(`stakes of ${wallet} are ${left} short of their account`);
  const transferId = await postTransfer(tx, { kind: 'unstake', at }, [
    { kind: 'staked', owner: wallet, amount: -amount },
    { kind: 'available', owner: wallet, amount },
  ]);
  const taken = lots.map((lot) => ({ ...lot, amount: -lot.amount }));
  await addLots(tx, await rewardState(tx, at), { wallet, transferId, at, lots: taken });
}
