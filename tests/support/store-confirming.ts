import { randomBytes } from 'node:crypto';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

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
  const reading = { from: payer, nonce: 0n, succeeded: true, blockNumber: 1n, blockHash, blockTime: at / 1000n };
  const hash = `0x${randomBytes(32).toString('hex')}`;
  const transaction = { chainId: 1, hash, reading, confirmations: BigInt(REQUIRED_CONFIRMATIONS) } as const;
  const token = findToken(1, 'USDC')?.address?.toLowerCase() ?? null;
  const { id } = await db
    .insertInto('payments')
    .values({
      ...newPayment(transaction, { transferIndex: 0, payer, token, amount }, at),
      ...{ status: 'confirming', reason: null },
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
