import type { Transfer } from '#src/chain/find-transfers.ts';
import { safeHashOf } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { Tx } from '../database/tables.ts';
import { decideArrival } from './decide-arrival.ts';
import type { Engine } from './engine.ts';
import type { PaymentRow } from './payment-row.ts';

/**
 * Stores what a mined transaction pays us, in one transaction: new payments, those that moved into this block, those it
 * no longer makes, and that its hash is found. Returns the payments that wait for confirmations in this block.
 */
export async function storePayments(
  engine: Engine,
  chainId: ChainId,
  hash: string,
  reading: MinedTransaction,
  transfers: readonly Transfer[],
  confirmations: bigint,
): Promise<readonly PaymentRow[]> {
  const at = BigInt(engine.now());
  return engine.db.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('payments')
      .select(['transfer_index', 'block_hash'])
      .where('chain_id', '=', BigInt(chainId))
      .where('transaction_hash', '=', hash)
      .execute();
    const here = new Set(stored.flatMap((row) => (row.block_hash === reading.blockHash ? [row.transfer_index] : [])));
    for (const transfer of transfers) {
      if (!here.has(BigInt(transfer.transferIndex)))
        await upsert(tx, chainId, hash, reading, transfer, confirmations, at);
    }
    if (here.size !== stored.length) await dropVanished(tx, chainId, hash, reading, transfers, at);
    if (transfers.length === 0) return [];
    await tx
      .updateTable('submissions')
      .set({
        status: 'confirming',
        reason: null,
        chain_id: BigInt(chainId),
        sender: reading.from,
        nonce: reading.nonce,
        updated_at: at,
      })
      .where('transaction_hash', '=', hash)
      .where('status', 'not in', ['debug', 'confirming'])
      .execute();
    const waiting = await tx
      .selectFrom('payments')
      .selectAll()
      .where('chain_id', '=', BigInt(chainId))
      .where('transaction_hash', '=', hash)
      .where('status', '=', 'confirming')
      .where('block_hash', '=', reading.blockHash)
      .execute();
    // Whoever asks between two passes of the watcher is told the present count.
    if (waiting.some((row) => row.confirmations !== confirmations)) {
      await tx
        .updateTable('payments')
        .set({ confirmations })
        .where('chain_id', '=', BigInt(chainId))
        .where('transaction_hash', '=', hash)
        .where('status', '=', 'confirming')
        .execute();
    }
    return waiting;
  });
}

async function upsert(
  tx: Tx,
  chainId: ChainId,
  hash: string,
  reading: MinedTransaction,
  transfer: Transfer,
  confirmations: bigint,
  at: bigint,
): Promise<void> {
  const token = TOKENS.find(
    (candidate) => candidate.chainId === chainId && (candidate.address?.toLowerCase() ?? null) === transfer.token,
  );
  // The same place in the same transaction, but another block may carry other amounts (a re-executed token transfer).
  const arrival = {
    ...decideArrival(transfer, token, reading.succeeded),
    payer: transfer.payer,
    sender: reading.from,
    nonce: reading.nonce,
    token_symbol: token?.symbol ?? null,
    token_address: transfer.token,
    amount: transfer.amount.toString(),
    safe_tx_hash: safeHashOf(reading.logs, transfer),
    block_number: reading.blockNumber,
    block_hash: reading.blockHash,
    block_time: reading.blockTime,
    confirmations,
    updated_at: at,
  };
  await tx
    .insertInto('payments')
    .values({
      ...arrival,
      chain_id: BigInt(chainId),
      transaction_hash: hash,
      transfer_index: BigInt(transfer.transferIndex),
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
    })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'transaction_hash', 'transfer_index'])
        .doUpdateSet(arrival)
        .where('payments.final', '=', 0n)
        .where('payments.status', 'not in', ['credited', 'refund-due'])
        .where((where) =>
          where.or([where('payments.block_hash', 'is', null), where('payments.block_hash', '<>', reading.blockHash)]),
        ),
    )
    .execute();
}

/** Transfers that this block's execution of the transaction no longer makes; what was credited has been reversed before. */
async function dropVanished(
  tx: Tx,
  chainId: ChainId,
  hash: string,
  reading: MinedTransaction,
  transfers: readonly Transfer[],
  at: bigint,
): Promise<void> {
  const update = tx
    .updateTable('payments')
    .set({
      status: reading.succeeded ? 'rejected' : 'failed',
      reason: reading.succeeded ? 'wrong-recipient' : null,
      block_number: reading.blockNumber,
      block_hash: reading.blockHash,
      block_time: reading.blockTime,
      updated_at: at,
    })
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', hash)
    .where('final', '=', 0n)
    .where('status', 'not in', ['credited', 'refund-due'])
    .where((where) => where.or([where('block_hash', 'is', null), where('block_hash', '<>', reading.blockHash)]));
  const present = transfers.map((transfer) => BigInt(transfer.transferIndex));
  await (present.length === 0 ? update : update.where('transfer_index', 'not in', present)).execute();
}
