import { randomBytes } from 'node:crypto';
import type { Db } from '#src/server/database/tables.ts';

/**
 * Stores a payment in USDC on Ethereum in its state just before it is credited: six confirmations, and no tokens yet.
 */
export async function storeConfirming(
  db: Db,
  payer: string,
  amount: bigint,
  now: number,
): Promise<{ readonly id: bigint; readonly blockHash: string }> {
  const at = BigInt(now);
  const blockHash = `0x${randomBytes(32).toString('hex')}`;
  const { id } = await db
    .insertInto('payments')
    .values({
      chain_id: 1n,
      transaction_hash: `0x${randomBytes(32).toString('hex')}`,
      transfer_index: 0n,
      status: 'confirming',
      reason: null,
      payer,
      sender: payer,
      nonce: 0n,
      token_symbol: 'USDC',
      token_address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      amount: amount.toString(),
      block_number: 1n,
      block_hash: blockHash,
      block_time: at / 1000n,
      confirmations: 6n,
      coin_price_e8: null,
      feed_round: null,
      phase: null,
      price_micro_usd: null,
      tokens: null,
      usd_micro: null,
      allotment: null,
      below_minimum: 0n,
      final: 0n,
      sequence: 0n,
      first_seen_at: at,
      credited_at: null,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, blockHash };
}

/** Puts a payment whose credit was reversed into a block again. */
export async function confirmAgain(db: Db, id: bigint, now: number): Promise<string> {
  const blockHash = `0x${randomBytes(32).toString('hex')}`;
  const block = { block_number: 2n, block_hash: blockHash, block_time: BigInt(now) / 1000n };
  await db
    .updateTable('payments')
    .set({ status: 'confirming', ...block })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .execute();
  return blockHash;
}
