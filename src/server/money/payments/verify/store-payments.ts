import type { Insertable } from 'kysely';
import type { Transfer } from '#src/chain/find-transfers.ts';
import { findSafePayment, safeHashOf } from '#src/chain/safe-transaction.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { sharedWrites } from '#src/server/platform/database/shared-writes.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import type { PaymentTable, Tx } from '#src/server/platform/database/tables.ts';
import type { TimeSlice } from '#src/server/platform/util/turns.ts';
import { isOf } from '../find/find-payments-by-hash.ts';
import { noteFound } from '../submit/record-posted-hash.ts';
import { newPayment, type PayingTransaction } from './new-payment.ts';
import { type Queue, queueOf } from './payment-queue.ts';
import { lastPrice } from './worth.ts';

/** Payments in one commit: all of any honest transaction, and few enough that nobody waits long for the database. */
const BATCH = 50;

/** A mined transaction whose payments are to be stored. */
interface Paid extends PayingTransaction {
  readonly hasPayments: boolean;
  /** The watcher's queue for its payments. */
  readonly queue: Queue;
  /** Now, in milliseconds. */
  readonly at: bigint;
}

/**
 * Stores a mined transaction's payments to us: adds new ones, updates those that moved into this block, drops those it
 * no longer makes, and marks its hash as found. Commits 50 payments at a time. Returns false if the time slice ended
 * first.
 */
export async function storePayments(
  context: AppContext,
  transaction: PaymentTransaction,
  transfers: readonly Transfer[],
  timeSlice: TimeSlice,
): Promise<boolean> {
  const { chainId, reading } = transaction;
  const queue = queueOf(chainId, transfers, await lastPrice(context.db, BigInt(chainId)));
  const { logs, input: _, ...mined } = reading;
  const hasPayments = transfers.length > 0;
  const paid: Paid = { ...transaction, reading: mined, hasPayments, queue, at: BigInt(context.now()) };
  const stored = await context.db
    .selectFrom('payments')
    .select(['transfer_index', 'block_hash'])
    .where(isOf(transaction))
    .execute();
  const here = new Set(stored.flatMap((row) => (row.block_hash === reading.blockHash ? [row.transfer_index] : [])));
  const missing = transfers.filter(({ transferIndex }) => !here.has(BigInt(transferIndex)));
  const present = new Set(transfers.map(({ transferIndex }) => BigInt(transferIndex)));
  const vanished = stored.map((row) => row.transfer_index).filter((index) => !here.has(index) && !present.has(index));
  const unproven = findSafePayment(reading, context.env.presaleAddress)?.transferIndex ?? null;
  for (let start = 0; start === 0 || start < missing.length; start += BATCH) {
    if (start > 0 && !timeSlice.hasTime()) return false;
    const rows = missing.slice(start, start + BATCH).map((transfer) => ({
      ...newPayment(paid, transfer, paid.at),
      queue,
      safe_tx_hash: safeHashOf(logs, transfer),
      proven_in: transfer.token === null && transfer.transferIndex >= 0 ? reading.blockHash : null,
    }));
    await storeTogether(context.db, { ...paid, rows, isFirst: start === 0, vanished, unproven });
  }
  return true;
}

/** The payments of one commit; the first batch also settles everything else about the hash. */
interface Batch extends Paid {
  readonly rows: readonly Insertable<PaymentTable>[];
  readonly isFirst: boolean;
  /** Indexes of transfers that its block no longer makes. */
  readonly vanished: readonly bigint[];
  /**
   * Index that a Safe's payment would have in this block: if it is among the vanished, this block does not prove it.
   */
  readonly unproven: number | null;
}

const storeTogether = sharedWrites(async (tx, { rows, isFirst, vanished, unproven, ...paid }: Batch) => {
  await upsert(tx, paid.reading.blockHash, rows);
  if (!isFirst) return;
  const gone = paid.reading.succeeded
    ? ({ status: 'rejected', reason: 'wrong-recipient' } as const)
    : ({ status: 'failed', reason: null } as const);
  const isUnproven = (index: bigint) => unproven !== null && index === BigInt(unproven);
  const waits = { status: 'needs-review', reason: 'internal-transfer' } as const;
  await dropVanished(
    tx,
    paid,
    vanished.filter((index) => !isUnproven(index)),
    gone,
  );
  await dropVanished(tx, paid, vanished.filter(isUnproven), waits);
  if (paid.hasPayments) await countConfirmations(tx, paid);
});

/** Marks the posted hash as found; readers between two passes of the watcher see the current count. */
async function countConfirmations(tx: Tx, { at, ...transaction }: Paid): Promise<void> {
  const { chainId, hash, reading, confirmations } = transaction;
  const found = { chain_id: BigInt(chainId), sender: reading.from, nonce: reading.nonce, updated_at: at };
  await noteFound(tx, { transaction_hash: hash }, found);
  await tx
    .updateTable('payments')
    .set({ confirmations })
    .where(isOf(transaction))
    .where('status', '=', 'confirming')
    .where('confirmations', '<>', confirmations)
    .execute();
}

async function upsert(tx: Tx, blockHash: string, rows: readonly Insertable<PaymentTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('payments')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'transaction_hash', 'transfer_index'])
        // The same position in the same transaction, but in another block a token transfer may run again with another
        // amount.
        .doUpdateSet(({ ref }) => ({
          status: ref('excluded.status'),
          reason: ref('excluded.reason'),
          payer: ref('excluded.payer'),
          sender: ref('excluded.sender'),
          nonce: ref('excluded.nonce'),
          token_symbol: ref('excluded.token_symbol'),
          token_address: ref('excluded.token_address'),
          amount: ref('excluded.amount'),
          worth_micro: ref('excluded.worth_micro'),
          queue: ref('excluded.queue'),
          safe_tx_hash: ref('excluded.safe_tx_hash'),
          proven_in: ref('excluded.proven_in'),
          block_number: ref('excluded.block_number'),
          block_hash: ref('excluded.block_hash'),
          block_time: ref('excluded.block_time'),
          confirmations: ref('excluded.confirmations'),
          updated_at: ref('excluded.updated_at'),
        }))
        .where('payments.final', '=', 0n)
        .where('payments.status', 'not in', ['credited', 'refund-due'])
        .where((where) =>
          where.or([where('payments.block_hash', 'is', null), where('payments.block_hash', '<>', blockHash)]),
        ),
    )
    .execute();
}

/**
 * Drops transfers that the transaction no longer makes, or no longer proves, in this block; their credits are already
 * reversed.
 */
async function dropVanished(
  tx: Tx,
  { at, reading, ...transaction }: Paid,
  vanished: readonly bigint[],
  outcome: Pick<Insertable<PaymentTable>, 'status' | 'reason'>,
): Promise<void> {
  await chunked(vanished, async (slice) => {
    await tx
      .updateTable('payments')
      .set({
        ...outcome,
        block_number: reading.blockNumber,
        block_hash: reading.blockHash,
        block_time: reading.blockTime,
        updated_at: at,
      })
      .where(isOf(transaction))
      .where('transfer_index', 'in', slice)
      .where('final', '=', 0n)
      .where('status', 'not in', ['credited', 'refund-due'])
      .where((where) => where.or([where('block_hash', 'is', null), where('block_hash', '<>', reading.blockHash)]))
      .execute();
    return [];
  });
}
