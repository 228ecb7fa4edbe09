import type { Selectable } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import { backOff } from '#src/lib/time/back-off.ts';
import type { Head } from '#src/server/platform/chains/chain-sources.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { isDueAt } from '#src/server/platform/database/statements.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { forEachConcurrent } from '#src/server/platform/util/turns.ts';
import { syncTransaction } from '../verify/sync-transaction.ts';
import { DUST_QUEUE, FIRST_LONE_QUEUE, UNKNOWN_QUEUE, VALUED_QUEUES } from '../verify/worth.ts';

/** Per queue. */
const PER_PASS = 500;
const AT_ONCE = 4;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const ALARM_AFTER_MS = 600_000;
const FORGET_AFTER_MS = 86_400_000;

type Candidate = Selectable<Tables['sightings']>;

/**
 * Passes every transaction that a scanned block named to syncTransaction(), until the quorum has read it in a block;
 * from then on its open payments are followed. An unreadable one waits longer each time, raises an alarm after ten
 * minutes and is given up after a day. One whose block left the chain is dropped once that is final: the scan goes
 * back and names it again in its new block. Each queue has its own workers, so that a flood delays its own kind alone.
 */
export const syncCandidates = syncing(VALUED_QUEUES, null);

/**
 * The same for unknown values, after the payments of a stated value that are ready: they spend the same calls, and
 * anybody can call as a Safe is called. Ends where the sources refuse one (S24).
 */
export const syncUnknown = syncing([UNKNOWN_QUEUE], 'unread');

/** The same for dust and for names that too few sources back, after all others. Ends in the same way. */
export const syncDust = syncing([DUST_QUEUE, FIRST_LONE_QUEUE], 'unread');

/** A part of a pass over these queues. */
function syncing(queues: readonly bigint[], stopsAt: 'unread' | null) {
  return async (context: AppContext, chainId: ChainId, head: Head, more: () => Promise<boolean>): Promise<void> => {
    const done: Candidate[] = [];
    await Promise.all(
      queues.map(async (queue) => {
        const due = await context.db
          .selectFrom('sightings')
          .selectAll()
          .where('chain_id', '=', BigInt(chainId))
          .where('queue', queue === FIRST_LONE_QUEUE ? '>=' : '=', queue)
          .where((where) => isDueAt(where, context.now(), LONGEST_WAIT_MS))
          .orderBy('next_check_at')
          .limit(PER_PASS)
          .execute();
        const work = async (candidate: Candidate) => {
          const outcome = await look(context, chainId, candidate, head);
          if (outcome === 'done') done.push(candidate);
          return outcome === 'again' || outcome === 'unread' ? outcome : undefined;
        };
        await forEachConcurrent(due, { size: AT_ONCE, more, stopsAt }, work);
      }),
    );
    if (done.length > 0) await forget(context, done);
  };
}

/** One commit. A candidate left over from a crash is checked once more, which changes nothing. */
async function forget(context: AppContext, candidates: readonly Candidate[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const { chain_id, transaction_hash, block_hash } of candidates) {
      await tx
        .deleteFrom('sightings')
        .where('chain_id', '=', chain_id)
        .where('transaction_hash', '=', transaction_hash)
        .where('block_hash', '=', block_hash)
        .execute();
    }
  });
}

/** `done`: nothing more to find out. `again`: more than a slice can store. `unread`: too few sources answered. */
async function look(
  context: AppContext,
  chainId: ChainId,
  candidate: Candidate,
  head: Head,
): Promise<'done' | 'again' | 'later' | 'unread'> {
  let outcome: 'later' | 'unread' = 'later';
  const age = waited(Number(candidate.tries));
  // One alarm per chain: while it cannot be read, anybody can send any number of payments.
  const unreadable = (why: string) =>
    context.alarms.raise('unreadable-transaction', String(chainId), `${candidate.transaction_hash}: ${why}`);
  try {
    const id = { chainId, hash: candidate.transaction_hash };
    const { transaction, left } = await syncTransaction(context, id, head.number);
    if (left === 'storing') return 'again';
    // By then the sources have pruned its block for good; coins that did arrive show in the balance.
    if (left === 'proving' && age > FORGET_AFTER_MS) return 'done';
    // Its sources answer, so it ends no queue: strangers can send any number that nobody can prove.
    if (left === 'proving') throw new Error('no source tells whether it is a Safe that paid');
    // Payments still unsettled are followed as open ones.
    if (transaction !== null) return 'done';
    const canonical = await chainOf(context, chainId).blockHash(candidate.block_number);
    // Sources that show no block there can have pruned it, or one that lies does so together with one that is behind.
    const isGone = canonical !== null && canonical !== candidate.block_hash;
    // Until others are final, a source that lies can say so together with one that is behind.
    if (isGone && candidate.block_number <= head.finalized) return 'done';
    if (!isGone && age > ALARM_AFTER_MS) await unreadable('named by a block, but without a receipt by quorum');
    if (age > FORGET_AFTER_MS) return 'done';
  } catch (error) {
    if (error instanceof ChainUnavailableError) outcome = 'unread';
    if (age > ALARM_AFTER_MS) await unreadable(error instanceof Error ? error.message : String(error));
  }
  const wait = waitAfter(Number(candidate.tries));
  await context.db
    .updateTable('sightings')
    .set({ tries: candidate.tries + 1n, next_check_at: BigInt(context.now() + wait) })
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', candidate.transaction_hash)
    .where('block_hash', '=', candidate.block_hash)
    .execute();
  return outcome;
}

/** The wait after a candidate's first look (0) or a later one, in ms. */
function waitAfter(look: number): number {
  return backOff(look, FIRST_WAIT_MS, LONGEST_WAIT_MS);
}

/** Adds up the waits, since a corrected clock must not give up a payment that is unreadable for the moment. */
function waited(tries: number): number {
  let sum = 0;
  for (let look = 0; look < tries; look += 1) sum += waitAfter(look);
  return sum;
}
