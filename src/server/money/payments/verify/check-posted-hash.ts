import { namesAddress } from '#src/chain/find-transfers.ts';
import { DELEGATED_CODE } from '#src/chain/rpc-reader.ts';
import type { MinedTransaction, PendingTransaction } from '#src/chain/transaction-reading.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { EXPIRES_AFTER_MS } from '#src/config/limits.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { PostedHashRow, ReviewReason } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { receivedInternally } from '../find/arrived.ts';
import { isOf, otherPayment } from '../find/find-payments.ts';
import { noteFound, notePending, OPEN_STATUSES, type PendingHash, UNDECIDED, unseenMs } from '../submit/posted-hash.ts';
import {
  countForeign,
  noteRead,
  raiseReview,
  rejectForeign,
  UNVERIFIABLE_AFTER_MS,
  unreadMs,
} from './payment-alarms.ts';
import { syncTransaction } from './sync-transaction.ts';
import { coinWorth, FIRST_LONE_QUEUE } from './worth.ts';

/** Of more names that wait, nobody looks for the first block: all of a flood would have to be read for it. */
const MOST_UNREAD = 1_000;

/**
 * Looks for a posted hash on its chain (or on all three) and passes what it finds to syncTransaction(). Otherwise
 * records why there is no payment: not ours, failed, waiting for co-signers, or given up after a day. Returns what
 * it found in a mempool, or null; throws if it could not read every chain in question.
 */
export async function checkPostedHash(
  context: AppContext,
  row: PostedHashRow,
  heads: (chainId: ChainId) => Promise<bigint>,
): Promise<PendingHash | null> {
  if (await isExecutedSafe(context, row)) return null;
  const hint = Number(row.chain_id ?? row.chain_hint ?? 0n);
  const candidates = CHAIN_IDS.filter((chainId) => hint === 0 || chainId === hint);
  let failure: unknown;
  let asked = 0;
  for (const chainId of candidates) {
    try {
      const id = { chainId, hash: row.transaction_hash };
      const { reading, transaction, left } = await syncTransaction(context, id, await heads(chainId));
      if (reading.state === 'mined') {
        const shown = shownBy('proof', id.hash, reading);
        if (left !== 'proving') noteRead(context, chainId, shown);
        else if (unreadMs(context, chainId, shown) < UNVERIFIABLE_AFTER_MS)
          throw new ChainUnavailableError('no source tells whether it is a Safe that paid');
      }
      if (reading.state === 'missing') {
        asked += 1;
        continue;
      }
      if (transaction !== null) await explainUnpaid(context, row, transaction);
      if (reading.state !== 'pending') return null;
      const pending = { chainId, state: reading };
      await notePending(context.db, row, pending, context.now());
      if (row.foreign_at === null && !mayPay(reading, context.env.presaleAddress))
        await countForeign(context, id, row.id);
      return pending;
    } catch (error) {
      failure = error;
    }
  }
  if (asked < candidates.length) throw failure;
  await explainMissing(context, row, candidates);
  return null;
}

/** Whether it pays the presale address, by itself or by a contract: its block shows that, and is judged then. */
function mayPay({ to, input }: PendingTransaction, presaleAddress: string): boolean {
  return to === presaleAddress.toLowerCase() || namesAddress(input, presaleAddress);
}

/**
 * What shows the amount of this hash: its own, since of others of its block, which anybody can post, less or nothing
 * need be read (S24).
 */
function shownBy(what: 'proof' | 'coins' | 'names', hash: string, { blockHash }: MinedTransaction): string {
  return `${what} ${hash} ${blockHash}`;
}

/** Whether a Safe's signers posted this hash and executed it as a payment that we know by another one. */
async function isExecutedSafe(context: AppContext, row: PostedHashRow): Promise<boolean> {
  const payment = await context.db
    .selectFrom('payments')
    .select('chain_id')
    .where('safe_tx_hash', '=', row.transaction_hash)
    .where('payer', '=', row.wallet)
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined) return false;
  await noteFound(context.db, { id: row.id }, { chain_id: payment.chain_id, updated_at: BigInt(context.now()) });
  return true;
}

/** Decides a posted hash whose transaction is in a block but pays us nothing; does nothing if there are payments. */
async function explainUnpaid(context: AppContext, row: PostedHashRow, transaction: PaymentTransaction): Promise<void> {
  if (isDecided(row, transaction)) return;
  const { chainId, hash, reading } = transaction;
  const set = async (
    db: Db | Tx,
    status: PostedHashRow['status'],
    reason: PostedHashRow['reason'],
    worth: bigint | null = null,
  ) => {
    const changed = await db
      .updateTable('submissions')
      .set({
        status,
        reason,
        worth_micro: worth,
        chain_id: BigInt(chainId),
        sender: reading.from,
        nonce: reading.nonce,
        updated_at: BigInt(context.now()),
      })
      .where('transaction_hash', '=', hash)
      .where('status', 'in', UNDECIDED)
      .returning('id')
      .execute();
    return changed.length > 0;
  };
  const payments = context.db.selectFrom('payments').select('id').where(isOf(transaction));
  if ((await payments.limit(1).executeTakeFirst()) !== undefined) return;
  if (!reading.succeeded) return void (await set(context.db, 'failed', null));
  const review = async (reason: ReviewReason, worthMicro: bigint | null) => {
    // One alarm for all coins passed on in a block, however many of its hashes people post.
    const subject = `${chainId}/${reading.blockNumber}`;
    const mark = (tx: Tx) => set(tx, 'needs-review', reason, worthMicro);
    await raiseReview(context, { subject, transaction, reason, worthMicro, mark });
  };
  // Not by how long it has waited: a hash can be posted long before it is sent, and after an outage all that waited is
  // read at once, some of which a limit of the sources' rate refuses for a moment.
  const mayBeRead = (what: 'coins' | 'names') =>
    unreadMs(context, chainId, shownBy(what, hash, reading)) < UNVERIFIABLE_AFTER_MS;
  const internal = await receivedInternally(context, transaction).catch((error: unknown) => {
    // Sources prune old balances: a payment we can no longer verify goes to a person, and is never dropped silently.
    if (mayBeRead('coins')) throw error;
    return null;
  });
  if (internal === null) return review('amount-unverifiable', null);
  noteRead(context, chainId, shownBy('coins', hash, reading));
  if (internal > 0n) {
    // They can be a Safe's whose payment in this block is not read yet.
    if (!(await isRead(context, BigInt(chainId), reading.blockNumber)) && mayBeRead('names'))
      throw new ChainUnavailableError('the payments of its block are not read yet');
    return review('internal-transfer', await coinWorth(context.db, chainId, internal));
  }
  await rejectForeign(context, transaction, async (tx) => {
    await set(tx, 'rejected', 'wrong-recipient');
  });
}

/** Whether a posted hash that paid nothing is settled; a later proof of the wallet still counts. */
function isDecided(row: PostedHashRow, { reading: { from } }: PaymentTransaction): boolean {
  if (row.status === 'rejected' && row.wallet === from && row.proven_at !== null) return row.stray_at !== null;
  return row.status === 'rejected' || row.status === 'needs-review' || row.status === 'failed';
}

async function explainMissing(context: AppContext, row: PostedHashRow, chains: readonly ChainId[]): Promise<void> {
  const now = context.now();
  const set = async (status: PostedHashRow['status'], from: readonly PostedHashRow['status'][] = []) => {
    await context.db
      .updateTable('submissions')
      .set({ status, reason: null, updated_at: BigInt(now) })
      .where('id', '=', row.id)
      .where('status', 'in', [...OPEN_STATUSES, ...from])
      .where('status', '<>', status)
      .execute();
  };
  const replacement = await findReplacement(context, row);
  // The transaction that took the nonce may have left the chain, and another one may have taken it since.
  if (replacement !== null) return set(replacement, ['replaced', 'cancelled']);
  if (row.status === 'replaced' && (await otherPayment(context.db, row)) === null)
    await set('processing', ['replaced']);
  if (unseenMs(row, now) > EXPIRES_AFTER_MS) return set('expired');
  if (row.status !== 'processing' || row.sender !== null) return;
  for (const chainId of chains) {
    const code = await chainOf(context, chainId)
      .code(row.wallet)
      .catch(() => '0x');
    if (code !== '0x' && !code.startsWith(DELEGATED_CODE)) return set('waiting-signers');
  }
}

/**
 * Finds the transaction that took the nonce of one we saw in the mempool and that is gone: another payment to us
 * (`replaced`) or anything else (`cancelled`). Null while the nonce is free, the sources still know the transaction, or
 * nothing in our records has taken it and the watcher has not read every block and named transaction up to where it was
 * taken.
 */
export async function findReplacement(
  context: AppContext,
  row: {
    readonly transaction_hash: string;
    readonly chain_id: bigint | null;
    readonly sender: string | null;
    readonly nonce: bigint | null;
  },
): Promise<'replaced' | 'cancelled' | null> {
  if (row.chain_id === null || row.sender === null || row.nonce === null) return null;
  const chain = chainOf(context, Number(row.chain_id) as ChainId);
  const { number: head } = await chain.head();
  if ((await chain.transactionCount(row.sender, head)) <= row.nonce) return null;
  // Anybody can pay us dust in every block: not all up to the head need be read, only what took the nonce.
  const read = await readUpTo(context, row.chain_id);
  if (read === null) return null;
  const { upTo, cursor } = read;
  // What our records have waits for no names, of which strangers can keep any unread for a day.
  const isKnown = (await otherPayment(context.db, row)) !== null;
  if (!isKnown && (upTo === null || upTo < head)) {
    // Sources that have just told the newest number keep no states of a block that has waited for long to be read.
    const taken = upTo === null ? 0n : await chain.transactionCount(row.sender, upTo).catch(() => 0n);
    if (taken <= row.nonce) return null;
  }
  // A block that replaced one of those read can name a payment with this nonce, which nobody has read yet.
  if ((await chain.blockHash(cursor.block_number).catch(() => null)) !== cursor.block_hash) return null;
  // A source may still show its receipt in a block that left the chain, and nothing of where it is now: it may have
  // taken the nonce itself, in a block that does not name it because it paid us nothing there. Sources that disagree
  // about this do not dispute a payment.
  if (await chain.knows(row.transaction_hash).catch(() => true)) return null;
  return isKnown || (await otherPayment(context.db, row)) !== null ? 'replaced' : 'cancelled';
}

/**
 * Up to which block a chain is scanned and all names are read, those of too few sources aside (null if too many wait),
 * and the last block that is scanned; null if there is none.
 */
async function readUpTo({ db }: AppContext, chainId: bigint) {
  const cursor = await db
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  const unread = await unreadNames(db, chainId).limit(MOST_UNREAD).execute();
  if (cursor === undefined) return null;
  const upTo = unread.reduce((least, { block_number: at }) => (at > least ? least : at - 1n), cursor.block_number);
  return { upTo: unread.length === MOST_UNREAD ? null : upTo, cursor };
}

/** Whether a block is scanned, and all its names are read; those of too few sources aside. */
async function isRead({ db }: AppContext, chainId: bigint, block: bigint): Promise<boolean> {
  const cursor = await db
    .selectFrom('chain_cursors')
    .select('block_number')
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  if (cursor === undefined || cursor.block_number < block) return false;
  return (await unreadNames(db, chainId).where('block_number', '=', block).limit(1).executeTakeFirst()) === undefined;
}

/** The blocks of the transactions that are named and not yet read; names of too few sources wait for nobody. */
const unreadNames = (db: Db, chainId: bigint) =>
  db
    .selectFrom('sightings')
    .select('block_number')
    .where('chain_id', '=', chainId)
    .where('queue', '<', FIRST_LONE_QUEUE);
