import type { Updateable } from 'kysely';
import type { Db, PostedHashTable, Tx } from '../../database/tables.ts';

/**
 * Records that the transaction of a posted hash is found, on which chain and, if known, from whom: from now on its
 * payments tell its state. Changes nothing when that is recorded already.
 */
export async function noteFound(
  db: Db | Tx,
  posted: { readonly id: bigint } | { readonly transaction_hash: string },
  found: Required<Pick<Updateable<PostedHashTable>, 'chain_id' | 'updated_at'>> &
    Pick<Updateable<PostedHashTable>, 'sender' | 'nonce'>,
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ status: 'confirming', reason: null, ...found })
    .where((where) => where.and(posted))
    .where('status', 'not in', ['debug', 'confirming'])
    .execute();
}
