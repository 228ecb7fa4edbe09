import type { Db, Tx } from '../database/tables.ts';

/**
 * The chains on which a wallet (lower case) has credited payments. If another contract sits at its address on one of
 * them, that contract has another owner, so a contract wallet must vouch on all of these chains.
 */
export async function creditedChains(db: Db | Tx, wallet: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('chain_id')
    .distinct()
    .where('payer', '=', wallet)
    .where('status', '=', 'credited')
    .orderBy('chain_id')
    .execute();
  return rows.map((row) => Number(row.chain_id));
}

/** Whether the chains on which a contract vouched (null for the wallet's own key) cover the wallet's credits. */
export async function coversCredits(db: Db | Tx, wallet: string, chains: readonly number[] | null): Promise<boolean> {
  if (chains === null) return true;
  return (await creditedChains(db, wallet)).every((chainId) => chains.includes(chainId));
}
