import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { MalformedAnswerError } from '#src/chain/rpc-reader.ts';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { EXPIRES_AFTER_MS } from '#src/config/limits.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { blocksApart, type ChainSources, type Head } from '#src/server/platform/chains/chain-sources.ts';
import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import { ChainDisputeError, ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import type { Db, Tables } from '#src/server/platform/database/tables.ts';
import { byTurns, forEachConcurrent, type Requeue } from '#src/server/platform/util/turns.ts';
import { isOf } from '../find/find-payments.ts';
import { SIGHT_NOTED_MS } from '../submit/posted-hash.ts';
import { findReplacement } from '../verify/check-posted-hash.ts';
import { syncTransaction } from '../verify/sync-transaction.ts';
import { DEAR_QUEUES, DUST_QUEUE, type Queue } from '../verify/worth.ts';

/** Transactions per queue. */
const PER_PASS = 500;
const BLOCKS_PER_PASS = 2_000;
/** Blocks whose hash is asked for at once, and in one pass if nothing tells that one has left the chain. */
const ASKED_AT_ONCE = 10;
const AT_ONCE = 4;
const ENOUGH = BigInt(REQUIRED_CONFIRMATIONS);
/** Sources that lag by a block or two catch up within this time even on the slowest chain; no alarm before. */
const LAGS_FOR_MS = 60_000;
const DISPUTED_AFTER_MS = 3_600_000;
/** The most that the time between two looks adds to a dispute, in milliseconds. */
const LONGEST_GAP_MS = 30_000;
/** If nobody could look for longer than this, what was ready before does not count as waiting; in milliseconds. */
const LONGEST_PAUSE_MS = 600_000;
/** How old the ready payments are of which an alarm tells if they go on waiting for LAGS_FOR_MS. */
const WAITS_FOR_MS = 120_000;
/** Blocks that one statement makes final: few, since each may contain thousands of payments. */
const FINISHED_AT_ONCE = 5;
/** We read these payments again only if their hash turns up. */
const CLOSED = ['replaced', 'cancelled', 'expired'] as const;
/** The partial indexes of unfinal payments cover exactly this text. */
const UNFINAL = sql<SqlBool>`final = 0`;

/**
 * Goes over every payment of a chain that is not final. Blocks that are still canonical confirm their payments all at
 * once, and make them final once finalized. Payments with enough confirmations, or whose block left the chain, are read
 * again.
 */
export async function checkOpenPayments(
  context: AppContext,
  chainId: ChainId,
  head: Head,
  more: () => Promise<boolean>,
): Promise<void> {
  const blocks = await confirmBlocks(context, chainId, head);
  const work = async (queue: Queue, mayGoOn = more) => {
    const filters = dueFilters(blocks, head).map(
      (filter): Filter =>
        (where) =>
          where.and([where('queue', '=', queue), filter(where)]),
    );
    const lists: (readonly OpenTransaction[])[] = [];
    for (const filter of filters) lists.push(await openTransactions(context, chainId, filter));
    const [due, stopsAt] = queue === DUST_QUEUE ? ([byTurns(lists), 'unread'] as const) : [lists.flat(), null];
    const rounds = { size: AT_ONCE, more: mayGoOn, stopsAt };
    await forEachConcurrent(due, rounds, (transaction) => readAgain(context, transaction, head));
  };
  // Each has its own workers, so that a flood delays its own kind alone.
  await Promise.all(DEAR_QUEUES.map((queue) => work(queue)));
  // Dust comes last, since it spends the same calls; but some of it has its turn in every pass.
  let groups = 0;
  await work(DUST_QUEUE, async () => {
    groups += 1;
    return groups === 1 || more();
  });
  await finish(context, chainId, head, blocks.canonical);
  await endDispute(context, chainId);
  await tellOfWaiting(context, chainId, head);
}

interface Block {
  readonly number: bigint;
  readonly hash: string;
}

interface OpenBlocks {
  readonly canonical: readonly Block[];
  /** Those that left the chain or that we cannot read now. */
  readonly others: readonly Block[];
  /** The lowest block of a full pass, if there are older ones; otherwise null. */
  readonly oldest: bigint | null;
}

/** A transaction with payments that are not final. */
interface OpenTransaction extends TransactionId {
  /** The id of the payment that was stored last. */
  readonly lastId: bigint;
  /** Whether any of its payments was in a block when this pass began. */
  readonly hadBlock: boolean;
  /** Since when the sources disagree about it, in milliseconds; null while they agree. */
  readonly disputedAt: number | null;
  /** When it was last looked at, in milliseconds; null if never. */
  readonly checkedAt: number | null;
  /** The approximate value of the largest of its payments, in micro-dollars. */
  readonly worthMicro: bigint | null;
}

type Filter = (where: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool>;

function isIn(where: Parameters<Filter>[0], blocks: readonly Block[]): Expression<SqlBool> {
  return where.and([
    where(
      'block_number',
      'in',
      blocks.map(({ number }) => number),
    ),
    where(
      'block_hash',
      'in',
      blocks.map(({ hash }) => hash),
    ),
  ]);
}

/** Which payments to read again: those out of a canonical block, or with enough confirmations in one. */
function dueFilters({ canonical, others, oldest }: OpenBlocks, head: Head): readonly Filter[] {
  const filters: Filter[] = [];
  const hashes = canonical.map(({ hash }) => hash);
  // First of all: payments that are ready for credit must not wait for sources that answer too few of the other reads.
  if (hashes.length > 0)
    filters.push((where) =>
      where.and([
        where('status', '=', 'confirming'),
        where('block_number', '<=', head.number - ENOUGH + 1n),
        where('block_hash', 'in', hashes),
      ]),
    );
  // Closed payments without a block pile up, so the index that holds them all is not used.
  filters.push((where) => where.and([where('status', '=', 'processing'), where('block_number', 'is', null)]));
  if (others.length > 0) filters.push((where) => isIn(where, others));
  // The last block of a full pass may have a rival at its height.
  if (oldest !== null)
    filters.push((where) => where.and([where('block_number', '<=', oldest), where('block_hash', 'not in', hashes)]));
  return filters;
}

/** Least recently checked first; those of a block together, since only a few blocks' readings are kept (S24). */
async function openTransactions(
  context: AppContext,
  chainId: ChainId,
  filter: Filter,
): Promise<readonly OpenTransaction[]> {
  const rows = await context.db
    .selectFrom('payments')
    .select(({ fn }) => [
      'transaction_hash',
      fn.max('id').as('lastId'),
      fn.max('block_hash').as('block'),
      fn.max('block_number').as('number'),
      fn.min('disputed_at').as('disputedAt'),
      fn.max('worth_micro').as('worthMicro'),
      // Payments are settled in the order they were stored, so the last one has the time of the last look.
      fn.max('checked_at').as('checkedAt'),
    ])
    .where('chain_id', '=', BigInt(chainId))
    .where(UNFINAL)
    .where('status', 'not in', CLOSED)
    .where(filter)
    .groupBy('transaction_hash')
    .orderBy('checkedAt')
    .orderBy('number')
    .limit(PER_PASS)
    .execute();
  return rows.map(({ transaction_hash: hash, lastId, block, disputedAt, checkedAt, worthMicro }) => ({
    chainId,
    hash,
    lastId: BigInt(lastId),
    hadBlock: block !== null,
    disputedAt: disputedAt === null ? null : Number(disputedAt),
    checkedAt: checkedAt === null ? null : Number(checkedAt),
    worthMicro: worthMicro === null ? null : BigInt(worthMicro),
  }));
}

/**
 * Which blocks are still canonical, and which are not, or in dispute. Ancestors of a canonical block are; the others
 * are asked for by turns, since anybody can put a payment into each block, and all of them once one has left the chain.
 * One that cannot be read now is in neither list: reading its payments would take several times the calls (S24).
 */
async function sortOut(
  chain: ChainSources,
  blocks: readonly Block[],
  head: Head,
): Promise<Pick<OpenBlocks, 'canonical' | 'others'>> {
  const canonical: Block[] = [];
  const others: Block[] = [];
  const unlinked = new Map<bigint, Block[]>();
  const linkedTo = blocks.length === 0 ? null : await linkedHeight(chain, head);
  for (const block of blocks) {
    const hash = linkedTo !== null && block.number <= linkedTo ? chain.lineage.get(block.number) : undefined;
    if (hash !== undefined) (hash === block.hash ? canonical : others).push(block);
    else unlinked.set(block.number, [...(unlinked.get(block.number) ?? []), block]);
  }
  const numbers = [...unlinked.keys()];
  const inTurn = [...new Set([...numbers.filter((number) => number < chain.askedDownTo), ...numbers])];
  let hasLeft = others.length > 0;
  for (let start = 0; start < inTurn.length && (start === 0 || hasLeft); start += ASKED_AT_ONCE) {
    const part = inTurn.slice(start, start + ASKED_AT_ONCE);
    const answers = await Promise.all(part.map((number) => hashOf(chain, number)));
    for (const [position, number] of part.entries()) {
      const answer = answers[position];
      chain.askedDownTo = number;
      if (answer === 'unread') continue;
      for (const block of unlinked.get(number) ?? []) {
        if (answer === block.hash) canonical.push(block);
        else {
          others.push(block);
          hasLeft ||= typeof answer === 'string';
        }
      }
    }
  }
  return { canonical, others };
}

/** Up to where the scanned blocks are canonical now; null if that is not known. Not all sources may have the newest. */
async function linkedHeight(chain: ChainSources, head: Head): Promise<bigint | null> {
  const scanned = [...chain.lineage.keys()].at(-1) ?? 0n;
  const newest = scanned < head.number ? scanned : head.number;
  for (const height of [newest, newest - blocksApart(chain.chainId)]) {
    const hash = chain.lineage.get(height);
    if (hash !== undefined && (await hashOf(chain, height)) === hash) return height;
  }
  return null;
}

/** A block's canonical hash; null if there is none or the sources disagree, `unread` if too few answer. */
async function hashOf(chain: ChainSources, number: bigint): Promise<string | null> {
  return chain.blockHash(number).catch((error: unknown) => (error instanceof ChainDisputeError ? null : 'unread'));
}

/** Counts confirmations in the blocks that are still canonical. */
async function confirmBlocks(context: AppContext, chainId: ChainId, head: Head): Promise<OpenBlocks> {
  const rows = await context.db
    .selectFrom('payments')
    .select(['block_number', 'block_hash'])
    .groupBy(['block_hash', 'block_number'])
    .where('chain_id', '=', BigInt(chainId))
    .where(UNFINAL)
    .where('block_number', 'is not', null)
    .orderBy('block_number', 'desc')
    .limit(BLOCKS_PER_PASS)
    .execute();
  const blocks = rows.flatMap(({ block_number: number, block_hash: hash }): Block[] =>
    number === null || hash === null ? [] : [{ number, hash }],
  );
  const { canonical, others } = await sortOut(chainOf(context, chainId), blocks, head);
  // One at a time, so that requests reach the database in between.
  for (const block of canonical) await count(context, chainId, head, block);
  const isFull = rows.length === BLOCKS_PER_PASS;
  return { canonical, others, oldest: isFull ? (blocks.at(-1)?.number ?? null) : null };
}

/** Counts a block's confirmations. Skips rows that another transaction has locked: waiting for it could deadlock. */
async function count({ db }: AppContext, chainId: ChainId, head: Head, { number, hash }: Block): Promise<void> {
  const confirmations = head.number >= number ? head.number - number + 1n : 0n;
  const behind = db
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', BigInt(chainId))
    .where('block_number', '=', number)
    .where('block_hash', '=', hash)
    .where(UNFINAL)
    .where('confirmations', '<>', confirmations)
    .where((where) => where.or([where('status', '=', 'confirming'), where('confirmations', '<', ENOUGH)]))
    .forUpdate()
    .skipLocked();
  await db.updateTable('payments').set({ confirmations }).where('id', 'in', behind).execute();
}

/** Makes decisions in canonical, finalized blocks final: nothing reverses them any more. */
async function finish(context: AppContext, chainId: ChainId, head: Head, canonical: readonly Block[]): Promise<void> {
  const finalized = canonical.filter(({ number }) => number <= head.finalized);
  for (let start = 0; start < finalized.length; start += FINISHED_AT_ONCE)
    await context.db
      .updateTable('payments')
      .set({ final: 1n, updated_at: BigInt(context.now()) })
      .where('chain_id', '=', BigInt(chainId))
      .where(UNFINAL)
      .where((where) => isIn(where, finalized.slice(start, start + FINISHED_AT_ONCE)))
      .where('status', 'not in', ['processing', 'confirming'])
      .execute();
}

async function readAgain(context: AppContext, transaction: OpenTransaction, head: Head): Promise<Requeue> {
  try {
    const { reading, left } = await syncTransaction(context, transaction, head.number);
    // If it has just left its block, the scan goes back and may find it in another one.
    if (reading.state === 'missing' && !transaction.hadBlock) await giveUp(context, transaction);
    if (reading.state === 'pending') await noteSight(context, transaction);
    if (transaction.disputedAt !== null) await setDisputed(context.db, transaction, null);
    return left === null || left === 'proving' ? undefined : 'again';
  } catch (error) {
    // One unreadable transaction must not hold up the others; the next pass tries again.
    await noteFailure(context, transaction, error);
    return error instanceof ChainUnavailableError ? 'unread' : undefined;
  } finally {
    await context.db
      .updateTable('payments')
      .set({ checked_at: BigInt(context.now()) })
      .where('id', '=', transaction.lastId)
      .execute();
  }
}

/** Notes now and then that a mempool shows what left its block: it expires a day after it was last seen. */
async function noteSight({ db, now }: AppContext, transaction: TransactionId): Promise<void> {
  await db
    .updateTable('payments')
    .set({ updated_at: BigInt(now()) })
    .where(isOf(transaction))
    .where('status', '=', 'processing')
    .where('block_hash', 'is', null)
    .where('updated_at', '<=', BigInt(now() - SIGHT_NOTED_MS))
    .execute();
}

/** Closes the payments of a transaction that no source knows: replaced, cancelled, or expired after a day. */
async function giveUp(context: AppContext, transaction: TransactionId): Promise<void> {
  const row = await context.db
    .selectFrom('payments')
    .select(['transaction_hash', 'chain_id', 'sender', 'nonce', 'updated_at'])
    .where(isOf(transaction))
    .where('status', '=', 'processing')
    .where('block_hash', 'is', null)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return;
  const replacement = await findReplacement(context, row);
  const expired = context.now() - Number(row.updated_at) > EXPIRES_AFTER_MS + SIGHT_NOTED_MS;
  if (replacement === null && !expired) return;
  await context.db
    .updateTable('payments')
    .set({ status: replacement ?? 'expired', updated_at: BigInt(context.now()) })
    .where(isOf(transaction))
    .where('status', '=', 'processing')
    .where('block_hash', 'is', null)
    .execute();
}

async function noteFailure(context: AppContext, transaction: OpenTransaction, error: unknown): Promise<void> {
  const { chainId, hash, disputedAt, checkedAt, worthMicro } = transaction;
  const now = context.now();
  const isDispute = error instanceof ChainDisputeError;
  if (!isDispute && !isPassing(error))
    return void (await context.alarms.raise('unprocessable-payment', String(chainId), `${hash}: ${error}`, worthMicro));
  if (disputedAt === null) return isDispute ? setDisputed(context.db, transaction, BigInt(now)) : undefined;
  // Since the last look, or for most of a pause between two, nobody has seen the sources disagree.
  const unseenMs = Math.max(0, now - (checkedAt ?? disputedAt) - (isDispute ? LONGEST_GAP_MS : 0));
  const since = disputedAt + unseenMs;
  if (unseenMs > 0) {
    await setDisputed(context.db, transaction, null);
    await setDisputed(context.db, transaction, BigInt(since));
  }
  if (!isDispute || now - since < LAGS_FOR_MS) return;
  await context.alarms.raise('quorum-dispute', String(chainId), `${hash}: ${error.message}`, worthMicro);
  if (now - since < DISPUTED_AFTER_MS) return;
  await context.db
    .updateTable('payments')
    .set({ status: 'needs-review', reason: 'quorum-dispute', updated_at: BigInt(context.now()) })
    .where(isOf(transaction))
    .where('status', '=', 'confirming')
    .where(UNFINAL)
    .execute();
}

/** Whether the next pass may succeed by itself: sources or the database failed, or sources answered nonsense. */
function isPassing(error: unknown): boolean {
  return error instanceof ChainUnavailableError || error instanceof MalformedAnswerError || isStorageOutage(error);
}

/** Records since when the sources disagree about a transaction; null when they agree again. */
async function setDisputed(db: Db, transaction: TransactionId, at: bigint | null): Promise<void> {
  await db
    .updateTable('payments')
    .set({ disputed_at: at })
    .where(isOf(transaction))
    .where(UNFINAL)
    .where('disputed_at', at === null ? 'is not' : 'is', null)
    .execute();
}

/** Closes the chain's dispute alarm once the sources agree on all payments that are still open. */
async function endDispute(context: AppContext, chainId: ChainId): Promise<void> {
  const disputed = await context.db
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', BigInt(chainId))
    .where('disputed_at', 'is not', null)
    .where(UNFINAL)
    .where('status', 'not in', CLOSED)
    .limit(1)
    .executeTakeFirst();
  if (disputed === undefined) await context.alarms.resolve('quorum-dispute', String(chainId));
}

/** Raises or closes the alarm about payments that are worth something, ready for credit, and not decided in time. */
async function tellOfWaiting(context: AppContext, chainId: ChainId, head: Head): Promise<void> {
  const chain = chainOf(context, chainId);
  const { name, blockSeconds } = CHAINS[chainId];
  const blocks = BigInt(Math.ceil(WAITS_FOR_MS / 1000 / blockSeconds));
  const waiting = await context.db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('chain_id', '=', BigInt(chainId))
    .where('status', '=', 'confirming')
    .where('queue', 'in', DEAR_QUEUES)
    .where('block_number', '<=', head.number - ENOUGH + 1n - blocks)
    .where('first_seen_at', '<=', BigInt(context.now() - WAITS_FOR_MS))
    // Of longer disputes their own alarm tells. What is refused since keeps a short one as short as it was.
    .where((where) =>
      where.or([where('disputed_at', 'is', null), where('disputed_at', '>', BigInt(context.now() - LAGS_FOR_MS))]),
    )
    .where(UNFINAL)
    .limit(1)
    .executeTakeFirst();
  const now = context.heads.monotonic();
  if (waiting === undefined || !context.isLedgerBalanced()) {
    chain.waitingSince = null;
    return context.alarms.resolve('chain-unreachable', `${chainId}/payments`);
  }
  // In a pause nobody has looked.
  if (now - chain.waitingSeenAt >= LONGEST_PAUSE_MS) chain.waitingSince = null;
  chain.waitingSeenAt = now;
  chain.waitingSince ??= now;
  if (now - chain.waitingSince < LAGS_FOR_MS) return;
  await context.alarms.raise(
    'chain-unreachable',
    `${chainId}/payments`,
    `payments on ${name} have been ready for 3 minutes and cannot be decided, such as ${waiting.transaction_hash}: its sources refuse too many calls, or do not tell what is needed`,
  );
}
