import type { Db, Tx } from '../database/tables.ts';

/**
 * The chains on which a wallet (lower case) has credited payments. On a chain where a different contract is deployed at
 * its address, the contract belongs to another owner, so its word has to hold on all of these.
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

/** Whether a contract's word on these chains (null for that of a key) covers the wallet's credits. */
export async function coversCredits(db: Db | Tx, wallet: string, chains: readonly number[] | null): Promise<boolean> {
  if (chains === null) return true;
  return (await creditedChains(db, wallet)).every((chainId) => chains.includes(chainId));
}
