import type { Insertable } from 'kysely';
import { findTransfers, type Transfer } from '#src/chain/find-transfers.ts';
import { findSafeCall, findSafePayment, safeHashOf } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import { findTokenAt, TOKENS, type Token } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { isGenuineSafe } from '#src/server/platform/chains/genuine-safe.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { RejectReason, ReviewReason } from '#src/server/platform/database/payment-row.ts';
import { sharedWrite } from '#src/server/platform/database/shared-writes.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import type { PaymentTable, Tx } from '#src/server/platform/database/tables.ts';
import type { TimeSlice } from '#src/server/platform/util/turns.ts';
import { isOf } from '../find/find-payments.ts';
import { noteFound } from '../submit/posted-hash.ts';
import { DUST_QUEUE, lastPrice, type Queue, queueOf } from './worth.ts';

/** Payments in one commit: all of any honest transaction, and few enough that nobody waits long for the database. */
const BATCH = 50;
/** Unlisted tokens kept per transaction: they are worth nothing to us, and anybody can log any number of them. */
const UNLISTED_KEPT = 10;
/** Payments of a payer in a transaction that keep its Safe's hash: any number of rows would slow what reads it. */
const NAMED = 200;

/**
 * The coins that a Safe pays us in this transaction, proven by its own code throughout the block. Null if there are
 * none or the contract is not a Safe: anybody can deploy a contract that states any amount, and we find the coins it
 * really passed on as we do for any other contract. `unreadable` while the sources cannot tell. A payment stored in
 * this block was proven (S23), recorded by people, or is in review; verifyAndCredit() credits only a proven one.
 */
export async function findProvenSafePayment(
  context: AppContext,
  transaction: PaymentTransaction,
): Promise<Transfer | null | 'unreadable'> {
  const { chainId, reading } = transaction;
  const told = findSafePayment(reading, context.env.presaleAddress);
  if (told === null) return null;
  const stored = await context.db
    .selectFrom('payments')
    .select('id')
    .where(isOf(transaction))
    .where('transfer_index', '=', BigInt(told.transferIndex))
    .where('block_hash', '=', reading.blockHash)
    .executeTakeFirst();
  if (stored !== undefined) return told;
  return chainOf(context, chainId)
    .readByQuorum((source) => isGenuineSafe(source, told.payer, transaction))
    .then(
      (isGenuine) => (isGenuine ? told : null),
      () => 'unreadable' as const,
    );
}

/** Not the operator's own top-ups; of unlisted tokens, the first transfer of each of the first UNLISTED_KEPT. */
export function paymentsIn(
  context: AppContext,
  { chainId, reading }: PaymentTransaction,
  ofSafe: Transfer | null,
): readonly Transfer[] {
  const ignored = context.env.TREASURY_IGNORE_SENDERS.map((sender) => sender.toLowerCase());
  const listed = new Set<string | null>(
    TOKENS.flatMap((token) => (token.chainId === chainId ? [token.address?.toLowerCase() ?? null] : [])),
  );
  const named = new Set<string | null>();
  const found = [...findTransfers(reading, context.env.presaleAddress), ...(ofSafe === null ? [] : [ofSafe])];
  return found.filter(({ payer, token }) => {
    if (ignored.includes(payer)) return false;
    if (listed.has(token)) return true;
    const first = !named.has(token) && named.size < UNLISTED_KEPT;
    named.add(token);
    return first;
  });
}

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

/** A mined transaction whose payments are to be stored. */
interface Paid extends PayingTransaction {
  readonly hasPayments: boolean;
  /** The watcher's queue for its payments. */
  readonly queue: Queue;
  /** Now, in milliseconds. */
  readonly at: bigint;
}

/** Stores a transaction's payments, or drops those it no longer makes. False if the time slice ended first. */
export async function storePayments(
  context: AppContext,
  transaction: PaymentTransaction,
  transfers: readonly Transfer[],
  timeSlice: TimeSlice,
): Promise<boolean> {
  const { chainId, reading } = transaction;
  // Failed ones cost their gas alone: when their blocks leave the chain, they must not be read before others (S24).
  const queue = reading.succeeded
    ? queueOf(chainId, transfers, await lastPrice(context.db, BigInt(chainId)))
    : DUST_QUEUE;
  const { logs, input: _, ...mined } = reading;
  const hasPayments = transfers.length > 0;
  const paid: Paid = { ...transaction, reading: mined, hasPayments, queue, at: BigInt(context.now()) };
  const stored = await context.db
    .selectFrom('payments')
    .select(['transfer_index', 'block_hash', 'token_address', 'final'])
    .where(isOf(transaction))
    .execute();
  // People recorded its coins, or they are final: a transaction shows one payment of coins at most.
  const hasCoins = stored.some((row) => row.token_address === null && row.final === 1n);
  const here = new Set(stored.flatMap((row) => (row.block_hash === reading.blockHash ? [row.transfer_index] : [])));
  const missing = transfers.filter(
    ({ transferIndex, token }) => !here.has(BigInt(transferIndex)) && !(token === null && hasCoins),
  );
  const present = new Set(transfers.map(({ transferIndex }) => BigInt(transferIndex)));
  const vanished = stored.map((row) => row.transfer_index).filter((index) => !here.has(index) && !present.has(index));
  const unproven = findSafePayment(reading, context.env.presaleAddress)?.transferIndex ?? null;
  const proven = await provenSafe(context, transaction, missing);
  // An unlisted token costs nothing: without a proof it names nobody's hash.
  const named = firstOfEach(
    transfers.filter((transfer) => findTokenAt(chainId, transfer.token) !== undefined || isProven(transfer, proven)),
  );
  for (let start = 0; start === 0 || start < missing.length; start += BATCH) {
    if (start > 0 && !timeSlice.hasTime()) return false;
    const rows = missing.slice(start, start + BATCH).map((transfer) => ({
      ...newPayment(paid, transfer, paid.at),
      queue,
      safe_tx_hash: named.has(transfer) ? safeHashOf(logs, transfer) : null,
      proven_in: isProven(transfer, proven) ? reading.blockHash : null,
    }));
    const batch = { ...paid, rows, isFirst: start === 0, vanished, unproven };
    await sharedWrite(context.db, 'payments', (tx) => store(tx, batch));
  }
  return true;
}

/**
 * The Safe whose own code tells the hash of these token payments, or null: any contract can log any hash (S25). They
 * are credited all the same, so that nothing waits for a proof that the sources cannot give.
 */
async function provenSafe(
  context: AppContext,
  transaction: PaymentTransaction,
  transfers: readonly Transfer[],
): Promise<string | null> {
  const safe = findSafeCall(transaction.reading)?.safe ?? null;
  if (safe === null || !transfers.some(({ token, payer }) => token !== null && payer === safe)) return null;
  const isGenuine = await chainOf(context, transaction.chainId)
    .readByQuorum((source) => isGenuineSafe(source, safe, transaction))
    .catch(() => false);
  return isGenuine ? safe : null;
}

/** Whether Safe's own code tells the payment: coins are stored only then (findProvenSafePayment). */
function isProven({ token, transferIndex, payer }: Transfer, safe: string | null): boolean {
  return token === null ? transferIndex >= 0 : payer === safe;
}

/** The first NAMED transfers of each payer. Anybody can log a transfer of nothing in another payer's name. */
function firstOfEach(transfers: readonly Transfer[]): ReadonlySet<Transfer> {
  const counts = new Map<string, number>();
  return new Set(
    transfers.filter(({ payer, amount }) => {
      if (amount === 0n) return false;
      const count = (counts.get(payer) ?? 0) + 1;
      counts.set(payer, count);
      return count <= NAMED;
    }),
  );
}

/** The payments of one commit; the first batch also settles everything else about the hash. */
interface Batch extends Paid {
  readonly rows: readonly Insertable<PaymentTable>[];
  readonly isFirst: boolean;
  /** Indexes of transfers that its block no longer makes. */
  readonly vanished: readonly bigint[];
  /** Index of a Safe's payment in this block: if it is among the vanished, this block does not prove it. */
  readonly unproven: number | null;
}

async function store(tx: Tx, { rows, isFirst, vanished, unproven, ...paid }: Batch): Promise<void> {
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
}

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
        // In another block a token transfer may run again with another amount.
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

/** Drops transfers that the transaction no longer makes or proves; their credits are already reversed. */
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
