import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** The hash as posted for a wallet (both in lower case); undefined if nobody has posted it for that wallet. */
export function findPostedHash(db: Db, transactionHash: string, wallet: string): Promise<PostedHashRow | undefined> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('transaction_hash', '=', transactionHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
}

/** Whether we have recorded a payment of this wallet in this transaction. */
export async function isFound(db: Db, transactionHash: string, payer: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('transaction_hash', '=', transactionHash)
    .where('payer', '=', payer)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a transaction has payments and all of them are final. */
export async function isAllFinal(db: Db, transactionHash: string): Promise<boolean> {
  const open = await db
    .selectFrom('payments')
    .select(['final'])
    .where('transaction_hash', '=', transactionHash)
    .orderBy('final')
    .limit(1)
    .executeTakeFirst();
  return open?.final === 1n;
}
