import type { ChainId } from '#src/config/chains.ts';
import type { PaymentTransaction, TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { ReviewReason } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { keepNewest } from '#src/server/platform/util/caches.ts';
import { UNDECIDED } from '../submit/posted-hash.ts';
import { NOTABLE_MICRO } from './worth.ts';

/** How long an amount may stay unreadable before it goes to a person, in milliseconds. */
export const UNVERIFIABLE_AFTER_MS = 600_000;
/** Blocks whose amounts are unread: more than an outage of hours has, with a payment in each. */
const MOST_UNREAD = 20_000;
/** The most that the time between two questions counts, in milliseconds: in a pause nobody has asked. */
const LONGEST_GAP_MS = 60_000;

/** An outage sends all token payments of its time to review for the same reason: one alarm covers them. */
const UNVERIFIABLE =
  'the sources no longer have the balances of the block, which alone show that the amount arrived: payments made during ' +
  'an outage longer than the states a node keeps. Add an archive node to the sources of this chain, and let two people ' +
  'credit each payment whose amount its block explorer confirms';

/** The subject of the alarm about payments of a chain whose amount can no longer be read. */
export function unverifiableSubject(chainId: number | bigint): string {
  return `${chainId}/unverifiable`;
}

export interface ReviewCase {
  /** The subject of its own alarm, beginning with the chain: `1/0x…`. */
  readonly subject: string;
  readonly transaction: TransactionId;
  readonly reason: ReviewReason;
  /** In micro-dollars; null if unknown. */
  readonly worthMicro: bigint | null;
  /** Marks in the given transaction that a person has to look; returns whether this call did so first. */
  mark(tx: Tx): Promise<boolean>;
}

/** Hands a payment to a person. Below NOTABLE_MICRO one alarm per chain covers all: anybody can create any number. */
export async function raiseReview({ alarms }: AppContext, review: ReviewCase): Promise<void> {
  const { transaction, reason, worthMicro } = review;
  const { chainId, hash } = transaction;
  const example = `${chainId}/${hash}`;
  const mark = async (tx: Tx) => ((await review.mark(tx)) ? 1 : 0);
  const common = { kind: 'payment-needs-review' as const, example, worthMicro, mark };
  if (worthMicro === null)
    return alarms.tally({ ...common, subject: `${chainId}/unknown-worth`, detail: `of unknown value: ${reason}` });
  if (reason === 'amount-unverifiable')
    return alarms.tally({ ...common, subject: unverifiableSubject(chainId), detail: UNVERIFIABLE });
  if (worthMicro < NOTABLE_MICRO) {
    const detail = 'payments of small value, all of them on the Payments screen';
    return alarms.tally({ ...common, subject: `${chainId}/small`, detail, severity: 'low' });
  }
  return alarms.tally({ ...common, subject: review.subject, detail: reason });
}

/** If this many proven wallets paid elsewhere within this time, somebody has tampered with the site. */
const CANARY_WALLETS = 3;
const CANARY_MS = 600_000n;

const ALARM = {
  kind: 'foreign-recipient',
  subject: 'posted-hashes',
  detail:
    'posted transactions that do not pay the presale address; anybody can post such hashes, and it is severe when ' +
    `${CANARY_WALLETS} wallets proven by signature paid another address within ten minutes`,
} as const;

/** Counts, once, a posted hash (its row `id`) whose transaction is in the mempool and does not pay us. */
export async function countForeign(context: AppContext, { chainId, hash }: TransactionId, id: bigint): Promise<void> {
  const example = `${chainId}/${hash}`;
  await context.alarms.tally({ ...ALARM, example, mark: (tx) => markForeign(tx, { id }, context.now()) });
}

/**
 * Decides posted hashes of a mined transaction that does not pay us (`reject`), and counts them. The alarm becomes
 * severe when it looks as if somebody tampered with the site (S7): CANARY_WALLETS sessions proved their wallets by
 * signature, and payments of those wallets within CANARY_MS went to other addresses. The wallet named in a post proves
 * nothing. It all happens in one database transaction, so it holds across instances and restarts.
 */
export async function rejectForeign(
  context: AppContext,
  { chainId, hash, reading }: PaymentTransaction,
  reject: (tx: Tx) => Promise<void>,
): Promise<void> {
  const example = `${chainId}/${hash}`;
  let strayedAt: bigint | null = null;
  await context.alarms.tally({
    ...ALARM,
    example,
    mark: async (tx) => {
      const marked = await markForeign(tx, { transaction_hash: hash }, context.now());
      await reject(tx);
      if (reading.to !== context.env.presaleAddress.toLowerCase()) strayedAt = await markStray(tx, hash, reading.from);
      return marked;
    },
    escalate: async (tx) => {
      if (strayedAt === null) return null;
      const others = await otherWallets(tx, reading.from, strayedAt);
      if (others.length < CANARY_WALLETS - 1) return null;
      return (
        `payments of ${CANARY_WALLETS} wallets proven by signature went elsewhere within ten minutes: the site may ` +
        `be tampered with. ${[reading.from, ...others].join(', ')}; ` +
        `the last by ${example} to ${reading.to ?? 'a new contract'}`
      );
    },
  });
}

/** Marks undecided postings of a hash that pays another address; returns how many were not marked before. */
async function markForeign(
  tx: Tx,
  posted: { readonly id: bigint } | { readonly transaction_hash: string },
  now: number,
): Promise<number> {
  const marked = await tx
    .updateTable('submissions')
    .set({ foreign_at: BigInt(now) })
    .where((where) => where.and(posted))
    .where('foreign_at', 'is', null)
    .where('status', 'in', UNDECIDED)
    .returning('id')
    .execute();
  return marked.length;
}

/** When a session that had proven the sender posted this payment; null if none did, or if it was counted before. */
async function markStray(tx: Tx, transactionHash: string, sender: string): Promise<bigint | null> {
  const marked = await tx
    .updateTable('submissions')
    .set((row) => ({ stray_at: row.ref('proven_at') }))
    .where('transaction_hash', '=', transactionHash)
    .where('wallet', '=', sender)
    .where('status', '=', 'rejected')
    .where('proven_at', 'is not', null)
    .where('stray_at', 'is', null)
    .returning('stray_at')
    .executeTakeFirst();
  return marked?.stray_at ?? null;
}

/** Two other wallets, or fewer, whose payments went astray within CANARY_MS of `at` and of each other. */
async function otherWallets(tx: Tx, own: string, at: bigint): Promise<readonly string[]> {
  const nearest = (side: 'before' | 'after') =>
    tx
      .selectFrom('submissions')
      .select((select) => [
        'wallet',
        (side === 'before' ? select.fn.max<bigint>('stray_at') : select.fn.min<bigint>('stray_at')).as('at'),
      ])
      .where('stray_at', '>=', side === 'before' ? at - CANARY_MS : at)
      .where('stray_at', '<=', side === 'before' ? at : at + CANARY_MS)
      .where('wallet', '<>', own)
      .groupBy('wallet')
      .orderBy('at', side === 'before' ? 'desc' : 'asc')
      .limit(CANARY_WALLETS - 1)
      .execute();
  const before = await nearest('before');
  const after = await nearest('after');
  const near = [...before, ...after];
  for (const first of near) {
    for (const second of near) {
      if (first.wallet === second.wallet || second.at < first.at || second.at - first.at > CANARY_MS) continue;
      return [first.wallet, second.wallet];
    }
  }
  return [];
}

/**
 * For how long this process has asked for what shows a block's amounts, in vain; to be called after each question. Not
 * since they were seen, nor since the first question: after a pause of the books or of the sources, all that waited is
 * read at once, and a limit of the sources' rate refuses some of it for a moment.
 */
export function unreadMs(context: AppContext, chainId: ChainId, shown: string): number {
  const { unread } = chainOf(context, chainId);
  const askedAt = context.heads.monotonic();
  const last = unread.get(shown);
  const forMs = last === undefined ? 0 : last.forMs + Math.min(askedAt - last.askedAt, LONGEST_GAP_MS);
  keepNewest(unread, shown, { forMs, askedAt }, MOST_UNREAD);
  return forMs;
}

/** What shows a block's amounts was read: should it be refused again, the time counts from then on. */
export function noteRead(context: AppContext, chainId: ChainId, shown: string): void {
  chainOf(context, chainId).unread.delete(shown);
}
