import type { AccountKind, Db, Tx } from '../database/tables.ts';

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
