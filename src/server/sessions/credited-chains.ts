import type { Db, Tx } from '../database/tables.ts';

/**
 * The chains on which a wallet (lower case) has credited payments. A contract is somebody else's on every chain where
 * another one was put at its address, so its word has to hold on all of these.
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

/** Whether a contract's word on these chains (null for that of a key) is enough for what the wallet has. */
export async function coversCredits(db: Db | Tx, wallet: string, chains: readonly number[] | null): Promise<boolean> {
  if (chains === null) return true;
  return (await creditedChains(db, wallet)).every((chainId) => chains.includes(chainId));
}
