import type { Insertable } from 'kysely';
import type { Transfer } from '#src/chain/find-transfers.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import { findTokenAt, type Token } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import type { RejectReason, ReviewReason } from '#src/server/platform/database/payment-row.ts';
import type { PaymentTable } from '#src/server/platform/database/tables.ts';

/** What we store about a payment's transaction: not its logs, since anybody can write megabytes of them. */
export interface PayingTransaction extends Omit<PaymentTransaction, 'reading'> {
  readonly reading: Omit<MinedTransaction, 'state' | 'to' | 'value' | 'logs' | 'input'>;
}

/** The row of a payment first seen `at` (milliseconds), with nothing decided yet. */
export function newPayment(
  { chainId, hash, reading, confirmations }: PayingTransaction,
  transfer: Transfer,
  at: bigint,
): Insertable<PaymentTable> {
  const token = findTokenAt(chainId, transfer.token);
  return {
    ...initialStatus(transfer, token, reading.succeeded),
    chain_id: BigInt(chainId),
    transaction_hash: hash,
    transfer_index: BigInt(transfer.transferIndex),
    payer: transfer.payer,
    sender: reading.from,
    nonce: reading.nonce,
    token_symbol: token?.symbol ?? null,
    token_address: transfer.token,
    amount: transfer.amount.toString(),
    worth_micro: null,
    safe_tx_hash: null,
    proven_in: null,
    block_number: reading.blockNumber,
    block_hash: reading.blockHash,
    block_time: reading.blockTime,
    confirmations,
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
  };
}

/** The initial status of a transfer in a block; we credit only `confirming` ones. */
export function initialStatus(
  transfer: Transfer,
  token: Token | undefined,
  succeeded: boolean,
): { readonly status: PaymentStatus; readonly reason: ReviewReason | RejectReason | null } {
  if (!succeeded) return { status: 'failed', reason: null };
  if (token?.accepted !== true) return { status: 'needs-review', reason: 'wrong-token' };
  // Freshly minted tokens have no payer to credit.
  if (BigInt(transfer.payer) === 0n) return { status: 'needs-review', reason: 'no-payer' };
  if (transfer.amount === 0n) return { status: 'rejected', reason: 'zero-value' };
  return { status: 'confirming', reason: null };
}
