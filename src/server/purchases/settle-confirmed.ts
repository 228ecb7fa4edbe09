import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { isGenuineSafe } from '../chains/genuine-safe.ts';
import { tokenDelta } from '../chains/token-delta.ts';
import { switchedOffTokens } from '../live-settings.ts';
import { coinPriceAt } from './coin-price.ts';
import { creditPayment } from './credit-payment.ts';
import { chainOf, type Engine } from './engine.ts';
import type { PaymentRow, ReviewReason } from './payment-row.ts';

/** How long a block's balances may stay unreadable before a person has to look, in milliseconds. */
const UNVERIFIABLE_AFTER_MS = 600_000;

/**
 * Credits a payment that has its six confirmations: in a token that checked out at start, with the balance of the
 * presale address moved by exactly what the logs say (coins passed on by a contract: only a Safe's), at the price of its
 * block. What does not hold goes to review;
 * what cannot be read now waits.
 */
export async function settleConfirmed(
  engine: Engine,
  chainId: ChainId,
  row: PaymentRow,
  reading: MinedTransaction,
  confirmations: bigint,
): Promise<void> {
  if (confirmations < BigInt(REQUIRED_CONFIRMATIONS) || row.token_symbol === null || !engine.sound()) return;
  const review = async (reason: ReviewReason) => {
    await engine.db
      .updateTable('payments')
      .set({ status: 'needs-review', reason, confirmations, updated_at: BigInt(engine.now()) })
      .where('id', '=', row.id)
      .where('status', '=', 'confirming')
      .where('block_hash', '=', reading.blockHash)
      .execute();
    await engine.alarms.raise('payment-needs-review', `${chainId}/${row.transaction_hash}`, reason);
  };
  const native = row.token_address === null;
  const check = engine.checks.get(chainId)?.get(native ? 'feed' : row.token_symbol);
  if (check === undefined || check === 'unread') return;
  if (check === 'mismatch') return review('token-mismatch');
  if ((await switchedOffTokens(engine)).includes(`${chainId}:${row.token_symbol}`)) return review('token-off');
  if (row.token_address !== null) {
    const moved = await moves(engine, chainId, row, row.token_address, reading);
    if (moved === 'unreadable') {
      if (engine.now() - Number(row.first_seen_at) > UNVERIFIABLE_AFTER_MS) await review('amount-unverifiable');
      return;
    }
    if (!moved) return review('amount-mismatch');
  }
  if (native && row.transfer_index >= 0n) {
    const verdict = await ofGenuineSafe(engine, chainId, row, reading);
    if (verdict === 'unreadable') {
      if (engine.now() - Number(row.first_seen_at) > UNVERIFIABLE_AFTER_MS) await review('amount-unverifiable');
      return;
    }
    if (!verdict) return review('internal-transfer');
  }
  const price = await coinPriceAt(engine, chainId, native, reading.blockTime);
  if (price === null) return review('stale-price');
  await creditPayment(engine.db, { id: row.id, blockHash: reading.blockHash }, confirmations, price, engine.now());
}

/** Coins that a Safe passed on are believed on the word of its own code only. */
async function ofGenuineSafe(
  engine: Engine,
  chainId: ChainId,
  row: PaymentRow,
  reading: MinedTransaction,
): Promise<boolean | 'unreadable'> {
  const block = { number: reading.blockNumber, hash: reading.blockHash };
  return chainOf(engine, chainId)
    .agree((source) => isGenuineSafe(source, row.payer, row.transaction_hash, block))
    .catch(() => 'unreadable' as const);
}

async function moves(
  engine: Engine,
  chainId: ChainId,
  row: PaymentRow,
  token: string,
  reading: MinedTransaction,
): Promise<boolean | 'unreadable'> {
  const block = { number: reading.blockNumber, hash: reading.blockHash };
  try {
    return (
      (await chainOf(engine, chainId).agree((source) =>
        tokenDelta(source, token, engine.env.presaleAddress, row.transaction_hash, block),
      )) === 0n
    );
  } catch {
    return 'unreadable';
  }
}
