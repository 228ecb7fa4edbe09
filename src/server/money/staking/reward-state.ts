import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { boundedIndex, rewardIndex } from '#src/lib/money/accrual.ts';
import { sendTogether } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { recordStatements, takeNumbers } from '#src/server/platform/records/append-record.ts';
import { type StakeTransfer, stakeEntry } from '#src/server/platform/records/record-stake.ts';

const POOL = STAKING_POOL_SYNX * NANO_PER_SYNX;

export interface RewardState {
  /** Staked by all wallets, 1e-9 SYNX. */
  readonly staked: bigint;
  /** Σ amount × index over all stakes. */
  readonly weighted: bigint;
  /** The reward index now: the rate history integrated, bounded by the pool. */
  readonly index: bigint;
}

/** Reads the state of rewards at `now` (ms). */
export async function rewardState(db: Db | Tx, now: bigint): Promise<RewardState> {
  const totals = await db.selectFrom('reward_totals').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  const periods = await db
    .selectFrom('rate_history')
    .select(['from_at', 'rate'])
    .orderBy('from_at')
    .orderBy('id')
    .execute();
  const weighted = BigInt(totals.weighted);
  const open = rewardIndex(
    periods.map((period) => ({ from: period.from_at, rate: period.rate })),
    now / 1000n,
  );
  return { staked: totals.staked, weighted, index: boundedIndex(open, POOL, totals.staked, weighted) };
}

/** Writes the lots of a transfer, below zero for a reversal, with all totals; returns what the wallet has staked. */
export async function addLots(tx: Tx, state: RewardState, transfer: StakeTransfer): Promise<bigint> {
  const { wallet, transferId, at, lots } = transfer;
  const own = await tx.selectFrom('wallet_stakes').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0n);
  const weighted = lots.reduce((sum, lot) => sum + lot.amount * lot.index, 0n);
  const staked = (own?.staked ?? 0n) + amount;
  const ownTotal = { staked, weighted: String(BigInt(own?.weighted ?? 0n) + weighted) };
  const rows = lots.map((lot) => ({
    wallet,
    amount: lot.amount,
    reward_index: String(lot.index),
    transfer_id: transferId,
    created_at: at,
  }));
  const [, , , [head]] = await sendTogether(
    tx,
    tx.insertInto('stakes').values(rows).compile(),
    tx
      .insertInto('wallet_stakes')
      .values({ wallet, ...ownTotal })
      .onConflict((conflict) => conflict.column('wallet').doUpdateSet(ownTotal))
      .compile(),
    tx
      .updateTable('reward_totals')
      .set({ staked: state.staked + amount, weighted: String(state.weighted + weighted) })
      .where('id', '=', 1n)
      .compile(),
    takeNumbers(tx, 'stakes', at, 1),
  );
  await sendTogether(tx, ...recordStatements(tx, head, [stakeEntry(transfer)]));
  return staked;
}
