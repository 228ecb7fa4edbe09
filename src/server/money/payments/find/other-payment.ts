import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

type Numbered = Pick<PostedHashRow, 'transaction_hash' | 'chain_id' | 'sender' | 'nonce'>;

/**
 * Hash of the mined payment with the same sender and nonce, which replaced this one; with `payer` only a payment of
 * that wallet. Null if there is none.
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
 * The state of a transaction for a wallet (lower case), with the payment to follow once another one replaced it. A
 * sender that pays for several wallets may have spent the nonce on another wallet's payment: then nothing of this
 * wallet was paid. While no block holds a successor (it left the chain), the transaction itself may come back. A
 * cancellation may leave the chain as well, and a payment take the nonce instead.
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
