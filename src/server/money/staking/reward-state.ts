import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { boundedIndex, rewardIndex } from '#src/lib/money/accrual.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

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

/** Locks the row of reward totals for this transaction: after the sale's row, before any account. */
export async function lockRewards(tx: Tx): Promise<void> {
  await tx.updateTable('reward_totals').set({ id: 1n }).where('id', '=', 1n).returning('id').executeTakeFirstOrThrow();
}

/**
 * Adds one lot (negative for a reversal) to the stakes and to the totals of its wallet and of all wallets. The caller
 * holds the lock of lockRewards().
 */
export async function addLot(
  tx: Tx,
  state: RewardState,
  lot: {
    readonly wallet: string;
    readonly amount: bigint;
    readonly index: bigint;
    readonly transferId: bigint;
    readonly at: bigint;
  },
): Promise<RewardState> {
  await tx
    .insertInto('stakes')
    .values({
      wallet: lot.wallet,
      amount: lot.amount,
      reward_index: lot.index.toString(),
      transfer_id: lot.transferId,
      created_at: lot.at,
    })
    .execute();
  await tx
    .insertInto('wallet_stakes')
    .values({ wallet: lot.wallet, staked: 0n, weighted: '0' })
    .onConflict((conflict) => conflict.column('wallet').doNothing())
    .execute();
  const own = await tx
    .selectFrom('wallet_stakes')
    .selectAll()
    .where('wallet', '=', lot.wallet)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('wallet_stakes')
    .set({
      staked: own.staked + lot.amount,
      weighted: (BigInt(own.weighted) + lot.amount * lot.index).toString(),
    })
    .where('wallet', '=', lot.wallet)
    .execute();
  const next = { ...state, staked: state.staked + lot.amount, weighted: state.weighted + lot.amount * lot.index };
  await tx
    .updateTable('reward_totals')
    .set({ staked: next.staked, weighted: next.weighted.toString() })
    .where('id', '=', 1n)
    .execute();
  return next;
}
