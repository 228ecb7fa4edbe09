import { AIRDROP_POOL_SYNX, NANO_PER_SYNX, STAKING_APY_AFTER_TGE, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import { type AllocationTerms, allocationBy, type WalletBooks } from '#src/lib/allocation/amounts.ts';
import type { AllocationEntry } from '#src/lib/allocation/entry.ts';
import { RATE_DECIMALS } from '#src/lib/money/accrual.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { currentSchedule } from '../sale/schedule-at.ts';

/** Rows of one table that are read at a time: a transaction that moves as many wallets keeps everybody else waiting. */
const PAGE = 250;

/** The terms of a handover of these books at `now` (ms), claiming open at `opens`. Throws RangeError without a sale. */
export async function readTerms(tx: Tx, opens: number, now: number): Promise<AllocationTerms> {
  const rewards = await tx.selectFrom('reward_totals').selectAll().where('id', '=', 1n).executeTakeFirst();
  if (rewards === undefined) throw new RangeError('no sale has been opened in these books');
  const rates = await tx.selectFrom('rate_history').selectAll().orderBy('from_at').orderBy('id').execute();
  const { points } = await tx
    .selectFrom('point_totals')
    .select((select) => select.fn.sum<string | bigint | null>('points').as('points'))
    .executeTakeFirstOrThrow();
  const tge = (await currentSchedule(tx)).find(({ key }) => key === 'tge');
  const seconds = (ms: number) => BigInt(ms) / 1_000n;
  return {
    staked: rewards.staked,
    weighted: BigInt(rewards.weighted),
    points: BigInt(points ?? 0n),
    rewardsPool: STAKING_POOL_SYNX * NANO_PER_SYNX,
    airdropPool: AIRDROP_POOL_SYNX * NANO_PER_SYNX,
    rates: rates.map(({ from_at, rate }) => ({ from: from_at, rate })),
    rateAfter: toUnits(STAKING_APY_AFTER_TGE, RATE_DECIMALS),
    generated: tge?.happened && tge.date !== null ? seconds(Date.parse(tge.date)) : null,
    snapshot: seconds(now),
    opens: seconds(opens),
  };
}

/** What each of about 250 wallets past `after` is owed, by address, and where to go on; null at the end. */
export async function allocationsPast(
  tx: Tx,
  terms: AllocationTerms,
  after: string,
): Promise<{ readonly entries: readonly AllocationEntry[]; readonly next: string | null }> {
  const { wallets, next } = await walletsPast(tx, after);
  return { entries: wallets.map(allocationBy(terms)).filter((entry) => entry !== null), next };
}

/** Wallets with a balance, a stake or points on the leaderboard, by address. */
async function walletsPast(tx: Tx, after: string) {
  const sources = [await balancesPast(tx, after), await stakesPast(tx, after), await pointsPast(tx, after)];
  const ends = sources.flatMap((rows) => (rows.length < PAGE ? [] : (rows.at(-1)?.address ?? [])));
  // Behind the first end, a table may have rows that were not read.
  const next = ends.sort()[0] ?? null;
  const wallets = new Map<string, WalletBooks>();
  for (const row of sources.flat()) {
    if (next !== null && row.address > next) continue;
    const before = wallets.get(row.address) ?? { available: 0n, staked: 0n, weighted: 0n, points: 0n };
    wallets.set(row.address, { ...before, ...row });
  }
  return { wallets: [...wallets.values()].sort((a, b) => (a.address < b.address ? -1 : 1)), next };
}

type Part = Pick<WalletBooks, 'address'> & Partial<WalletBooks>;

async function balancesPast(tx: Tx, after: string): Promise<readonly Part[]> {
  return tx
    .selectFrom('accounts')
    .select(['owner as address', 'balance as available'])
    .where('kind', '=', 'available')
    .where('owner', '>', after)
    .orderBy('owner')
    .limit(PAGE)
    .execute();
}

async function stakesPast(tx: Tx, after: string): Promise<readonly Part[]> {
  const rows = await tx
    .selectFrom('wallet_stakes')
    .selectAll()
    .where('wallet', '>', after)
    .orderBy('wallet')
    .limit(PAGE)
    .execute();
  return rows.map(({ wallet, staked, weighted }) => ({ address: wallet, staked, weighted: BigInt(weighted) }));
}

async function pointsPast(tx: Tx, after: string): Promise<readonly Part[]> {
  const rows = await tx
    .selectFrom('participants')
    .select(['wallet', 'ranked'])
    .where('wallet', '>', after)
    .orderBy('wallet')
    .limit(PAGE)
    .execute();
  return rows.map(({ wallet, ranked }) => ({ address: wallet, points: ranked > 0n ? ranked : 0n }));
}
