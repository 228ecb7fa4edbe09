import { failedSafeHashes } from '#src/chain/safe-transaction.ts';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import type { PaymentTransaction, TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { tracePayment } from '#src/server/platform/util/trace-payment.ts';
import { startTimeSlice, type TimeSlice } from '#src/server/platform/util/turns.ts';
import { IN_NO_BLOCK, isOf } from '../find/find-payments.ts';
import { findProvenSafePayment, paymentsIn, storePayments } from './store-payments.ts';
import { verifyAndCredit } from './verify-and-credit.ts';

/** Failed Safe executions read from one receipt: an honest receipt has a single log of this kind. */
const FAILED_SAFES_READ = 500;
/** Credits reversed before the next ones are read. */
const PAGE = 50;

export interface SyncResult {
  readonly reading: TransactionReading;
  /** The transaction in its block; null if it is in none. */
  readonly transaction: PaymentTransaction | null;
  /** What this slice left undone; null for nothing. `proving`: the sources cannot tell whether a Safe paid. */
  readonly left: 'storing' | 'settling' | 'proving' | null;
}

/**
 * Reads a transaction by quorum and brings every row about it up to date: stores new payments, reverses those whose
 * block left the chain, and credits those with enough confirmations. Each step has its own time slice; `left` says
 * where the next call continues. Callers may run it at once and any number of times. `head` is the chain's current
 * block. Throws ChainUnavailableError or ChainDisputeError before deciding anything.
 */
export async function syncTransaction(context: AppContext, id: TransactionId, head: bigint): Promise<SyncResult> {
  // Taken before reading the chain, so that this reading never undoes what others find later.
  const before = await knownBlocks(context, id);
  const reading = await tracePayment('read', id.hash, () => chainOf(context, id.chainId).transaction(id.hash));
  const timeSlice = startTimeSlice();
  if (reading.state !== 'mined') {
    const isDone = await handleMissingTransaction(context, { ...id, before }, timeSlice);
    return { reading, transaction: null, left: isDone ? null : 'settling' };
  }
  const confirmations = head >= reading.blockNumber ? head - reading.blockNumber + 1n : 0n;
  const transaction = { chainId: id.chainId, hash: id.hash, reading, confirmations };
  // First reverse what was decided while it was in another block.
  for (const block of before) {
    if (block.hash === reading.blockHash) continue;
    if (!(await reverseBlock(context, id, block.hash, timeSlice))) return { reading, transaction, left: 'storing' };
  }
  await noteFailedSafes(context, transaction);
  return { reading, transaction, left: await bringUpToDate(context, transaction, timeSlice) };
}

/** The blocks that contain a transaction's unfinal payments. */
async function knownBlocks(context: AppContext, id: TransactionId): Promise<readonly KnownBlock[]> {
  const rows = await context.db
    .selectFrom('payments')
    .select(['block_number', 'block_hash', 'final'])
    .distinct()
    .where(isOf(id))
    .execute();
  // Filtered here: SQL would use the index of all unfinal payments, far larger than a transaction.
  return rows.flatMap(({ block_number: number, block_hash: hash, final }) =>
    number === null || hash === null || final === 1n ? [] : [{ number, hash }],
  );
}

/** Stores the transaction's payments and credits those with enough confirmations; returns what is left. */
async function bringUpToDate(
  context: AppContext,
  transaction: PaymentTransaction,
  timeSlice: TimeSlice,
): Promise<SyncResult['left']> {
  const ofSafe = await findProvenSafePayment(context, transaction);
  if (ofSafe === 'unreadable') return 'proving';
  const transfers = paymentsIn(context, transaction, ofSafe);
  if (!(await storePayments(context, transaction, transfers, timeSlice))) return 'storing';
  if (transfers.length === 0) return null;
  return (await verifyAndCredit(context, transaction)) ? null : 'settling';
}

/** Marks hashes that a Safe's signers posted and whose execution failed: they paid nothing. */
async function noteFailedSafes(context: AppContext, { chainId, reading }: PaymentTransaction): Promise<void> {
  const failed = failedSafeHashes(reading.logs).slice(0, FAILED_SAFES_READ);
  if (failed.length === 0) return;
  const open = ['processing', 'waiting-signers', 'expired'] as const;
  const posted = await context.db
    .selectFrom('submissions')
    .select(['id', 'wallet', 'transaction_hash'])
    .where('transaction_hash', 'in', [...new Set(failed.map(({ hash }) => hash))])
    .where('wallet', 'in', [...new Set(failed.map(({ safe }) => safe))])
    .where('status', 'in', open)
    .execute();
  const ids = posted
    .filter((row) => failed.some(({ safe, hash }) => safe === row.wallet && hash === row.transaction_hash))
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await context.db
    .updateTable('submissions')
    .set({ status: 'failed', reason: null, chain_id: BigInt(chainId), updated_at: BigInt(context.now()) })
    .where('id', 'in', ids)
    .where('status', 'in', open)
    .execute();
}

/** A block that contained payments of a transaction when we read the chain. */
interface KnownBlock {
  readonly number: bigint;
  readonly hash: string;
}

/** A transaction that is in no block now, with the blocks that contained its payments. */
interface NotMined extends TransactionId {
  readonly before: readonly KnownBlock[];
}

/**
 * Handles a transaction that is in no canonical block (any longer): reverses its credits in the blocks `before` and
 * sets its payments to `processing`. Returns false if the time slice ended first.
 */
async function handleMissingTransaction(
  context: AppContext,
  { before, ...transaction }: NotMined,
  timeSlice: TimeSlice,
): Promise<boolean> {
  const { chainId } = transaction;
  const at = BigInt(context.now());
  for (const block of before) {
    // The block is still canonical and the sources just cannot find the transaction, or too few have reached it, which
    // one that lies can bring about together with one that is behind: undo nothing.
    const canonical = await chainOf(context, chainId).blockHash(block.number);
    if (canonical === null || canonical === block.hash) continue;
    if (!(await reverseBlock(context, transaction, block.hash, timeSlice))) return false;
    await context.db
      .updateTable('payments')
      .set({ ...IN_NO_BLOCK, updated_at: at })
      .where(isOf(transaction))
      .where('block_hash', '=', block.hash)
      .where('final', '=', 0n)
      .where('status', 'not in', ['credited', 'refund-due'])
      .execute();
  }
  return true;
}

/** Reverses the credits and due refunds of a block that left the chain; false if the time slice ended first. */
async function reverseBlock(
  context: AppContext,
  transaction: TransactionId,
  blockHash: string,
  timeSlice: TimeSlice,
): Promise<boolean> {
  let last = 0n;
  for (;;) {
    const page = await context.db
      .selectFrom('payments')
      .select('id')
      .where(isOf(transaction))
      .where('block_hash', '=', blockHash)
      .where('final', '=', 0n)
      .where('status', 'in', ['credited', 'refund-due'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id } of page) {
      if (!timeSlice.hasTime()) return false;
      await context.reverseCredit({ id, blockHash }, context.now());
      last = id;
    }
    if (page.length < PAGE) return true;
  }
}
