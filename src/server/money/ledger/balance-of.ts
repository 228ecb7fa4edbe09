import type { AccountKind, Db, Tx } from '#src/server/platform/database/tables.ts';

/** Balance of one account in 1e-9 SYNX; 0 for an account that was never used. */
export async function balanceOf(db: Db | Tx, kind: AccountKind, owner: string): Promise<bigint> {
  const row = await db
    .selectFrom('accounts')
    .select('balance')
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return row?.balance ?? 0n;
}

/**
 * A wallet's staked and unstaked SYNX (1e-9), read at one moment, because a stake moves tokens from one to the other.
 */
export async function walletBalances(
  db: Db | Tx,
  wallet: string,
): Promise<{ readonly available: bigint; readonly staked: bigint }> {
  const rows = await db
    .selectFrom('accounts')
    .select(['kind', 'balance'])
    .where('kind', 'in', ['available', 'staked'])
    .where('owner', '=', wallet)
    .execute();
  const of = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { available: of('available'), staked: of('staked') };
}
