import type { Tx } from '#src/server/platform/database/tables.ts';
import { postTransfer } from '../ledger/accounts.ts';
import { addLots, rewardState } from './reward-state.ts';

/**
 * Takes `amount` (1e-9 SYNX) back from a wallet's stakes, latest first, because the payment behind it left the chain.
 * Reverses each piece at the index where it started, so that it never earned anything. The caller holds the locks of
 * the sale and the reward totals.
 */
export async function unstakeForReversal(tx: Tx, wallet: string, amount: bigint, at: bigint): Promise<void> {
  const lots = await tx
    .selectFrom('stakes')
    .select(['amount', 'reward_index'])
    .where('wallet', '=', wallet)
    .orderBy('id')
    .execute();
  const open = new Map<string, bigint>();
  for (const lot of lots) open.set(lot.reward_index, (open.get(lot.reward_index) ?? 0n) + lot.amount);
  const transferId = await postTransfer(tx, { kind: 'unstake', at }, [
    { kind: 'staked', owner: wallet, amount: -amount },
    { kind: 'available', owner: wallet, amount },
  ]);
  const taken: { amount: bigint; index: bigint }[] = [];
  let left = amount;
  for (const [index, held] of [...open].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? 1 : -1))) {
    const part = held < left ? held : left;
    if (part <= 0n) continue;
    taken.push({ amount: -part, index: BigInt(index) });
    left -= part;
  }
  if (left > 0n) throw new RangeError(`stakes of ${wallet} are ${left} short of their account`);
  await addLots(tx, await rewardState(tx, at), { wallet, transferId, at, lots: taken });
}
