import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

type Numbered = Pick<PostedHashRow, 'transaction_hash' | 'chain_id' | 'sender' | 'nonce'>;

/**
 * Hash of the mined payment that replaced this one (same sender and nonce), or null. With `payer`, only a payment of
 * that wallet counts.
 */
export async function otherPayment(db: Db, row: Numbered, payer?: string): Promise<string | null> {
  if (row.chain_id === null || row.sender === null || row.nonce === null) return null;
  let others = db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('chain_id', '=', row.chain_id)
    .where('sender', '=', row.sender)
    .where('nonce', '=', row.nonce)
    .where('transaction_hash', '<>', row.transaction_hash)
    .where('block_hash', 'is not', null);
  if (payer !== undefined) others = others.where('payer', '=', payer);
  return (await others.executeTakeFirst())?.transaction_hash ?? null;
}

/**
 * The state of a transaction for a wallet (lower case), and the payment to follow if another one replaced it. If the
 * sender pays for several wallets and spent the nonce on a payment for another one, this wallet paid nothing. Both a
 * replacement and a cancellation can leave the chain again: then this transaction may come back, or yet another payment
 * may take the nonce.
 */
export async function standing<Status extends string>(
  db: Db,
  row: Numbered & { readonly status: Status },
  wallet: string,
): Promise<{ readonly status: Status | 'replaced' | 'cancelled' | 'processing'; readonly replacedBy: string | null }> {
  if (row.status !== 'replaced' && row.status !== 'cancelled') return { status: row.status, replacedBy: null };
  const own = await otherPayment(db, row, wallet);
  if (own !== null) return { status: 'replaced', replacedBy: own };
  if (row.status === 'cancelled') return { status: row.status, replacedBy: null };
  return { status: (await otherPayment(db, row)) === null ? 'processing' : 'cancelled', replacedBy: null };
}
