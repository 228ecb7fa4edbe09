import { type ChainId, isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { TRANSFERS_SHOWN, type Track } from '#src/contract/track.ts';
import type { PaymentRow, PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { paymentViews } from '../payments/answer/payment-views.ts';
import {
  findPaymentsByHash,
  highestCredit,
  otherPayment,
  type PaymentsByHash,
} from '../payments/find/find-payments.ts';
import { arrivedWorth } from '../payments/verify/worth.ts';
import { pollSeconds } from './poll-seconds.ts';
import { timeline } from './timeline.ts';

/** Which of the postings of a hash that are seen, or else of all, to show: the most informative status comes first. */
const TELLING: readonly PaymentStatus[] = [
  ...(['needs-review', 'failed', 'rejected', 'replaced', 'cancelled', 'waiting-signers'] as const),
  ...(['processing', 'confirming', 'expired', 'debug'] as const),
];

/** Whether no chain has shown the hash to this posting: anybody can post one anew that we have given up. */
const isUnseen = ({ sender }: PostedHashRow) => sender === null;

/** Postings read per hash: the payer's is among the first, and anybody can add more. */
const POSTINGS_READ = 100;

/** Our records of a hash (lower case), on one chain or any; null if there are none. */
export async function recordedTrack(db: Db, transactionHash: string, chainId: ChainId | null): Promise<Track | null> {
  const postings = await db
    .selectFrom('submissions')
    .selectAll()
    .where('transaction_hash', '=', transactionHash)
    .orderBy('created_at')
    .limit(POSTINGS_READ)
    .execute();
  const find = (among: readonly string[] | null) => findPaymentsByHash(db, transactionHash, among, { chainId });
  const posters = postings.map(({ wallet }) => wallet);
  let found = await find(posters.length === 0 ? null : posters);
  if (found.rows[0]?.transaction_hash !== transactionHash) {
    const credit = await highestCredit(db, transactionHash, chainId);
    // What anybody can have given back, as after the end of the sale, costs gas alone: it outbids no earlier credit.
    const isGivenBack = (row: PaymentRow) => row.status === 'refund-due' || row.reason === 'token-off';
    const isLater = (row: PaymentRow) =>
      credit !== undefined && isGivenBack(row) && row.first_seen_at > credit.first_seen_at;
    const rows = found.rows.filter((row) => !isLater(row));
    found = await dearestFirst(found, credit === undefined ? rows : [credit, ...rows], find);
  }
  const submittedAt = postings[0] === undefined ? {} : { submitted: isoTime(postings[0].created_at) };
  if (found.rows.length > 0) return trackOfPayments(db, transactionHash, found, submittedAt);
  const [told] = postings
    .filter((row) => chainId === null || (row.chain_id ?? row.chain_hint ?? BigInt(chainId)) === BigInt(chainId))
    .sort((a, b) => Number(isUnseen(a)) - Number(isUnseen(b)) || TELLING.indexOf(a.status) - TELLING.indexOf(b.status));
  return told === undefined ? null : trackOfPostedHash(db, told, submittedAt);
}

/**
 * The payments found under a Safe's hash: of the payer of the dearest candidate first, then what is open of others.
 * Where no proof tells the Safe, its payments are not outbid for gas, which is all that naming its hash costs (S23).
 */
async function dearestFirst(
  found: PaymentsByHash,
  candidates: readonly PaymentRow[],
  find: (among: readonly string[]) => Promise<PaymentsByHash>,
): Promise<PaymentsByHash> {
  const [dearest] = candidates
    .map((row) => ({ payer: row.payer, worth: arrivedWorth(row) }))
    .filter(({ worth }) => worth > 0n)
    .sort((a, b) => Number(b.worth - a.worth));
  if (dearest === undefined) return found;
  const its = await find([dearest.payer]);
  const others = found.rows.filter((row) => row.payer !== its.rows[0]?.payer && isOpen(row));
  // Whoever else names the hash keeps no page asking.
  return { rows: [...its.rows, ...others], total: its.total + others.length, final: its.final };
}

/** Whether more can come of a payment, and it is no dust. */
function isOpen({ status, reason }: PaymentRow): boolean {
  return isForAPerson(status) ? reason !== 'below-one-token' : status === 'processing' || status === 'confirming';
}

async function trackOfPayments(
  db: Db,
  transactionHash: string,
  { rows, total, final }: PaymentsByHash,
  times: { readonly submitted?: string },
): Promise<Track> {
  // A payer's uncredited payments come first: the first one decides the state of the whole transaction.
  const [row] = rows;
  if (row === undefined) throw new RangeError('no payments');
  const listed = rows.slice(0, TRANSFERS_SHOWN).sort(byTransfer);
  const [payments, staked] = await Promise.all([
    paymentViews(db, listed),
    row.status === 'credited' ? firstStakeAfter(db, row) : null,
  ]);
  const record = payments[listed.indexOf(row)];
  if (record === undefined) throw new RangeError('the leading payment is not listed');
  const { status, replacedBy } = record;
  // If a payment is in no block now, it was in one before.
  const reason = status === 'processing' ? ('left-chain' as const) : row.reason;
  return {
    transactionHash,
    recorded: true,
    chainId: record.chainId,
    status,
    reason,
    final,
    confirmations: record.confirmations,
    required: REQUIRED_CONFIRMATIONS,
    steps: timeline({
      status,
      reason,
      confirmations: record.confirmations,
      seen: true,
      mined: row.block_hash !== null,
      final,
      times: {
        ...times,
        ...(row.block_time === null ? {} : { mined: isoTime(row.block_time * 1000n) }),
        ...(record.creditedAt === null ? {} : { credited: record.creditedAt }),
        ...(staked === null ? {} : { staked }),
      },
    }),
    payments: [...payments],
    unlisted: total - listed.length,
    sender: row.sender,
    executedBy: row.transaction_hash === transactionHash ? null : row.transaction_hash,
    replacedBy,
    reference: isForAPerson(status) ? `P-${row.id}` : null,
    recoverable: status === 'processing' || status === 'expired',
    chains: [],
    pollSeconds: pollSeconds(status, final, record.chainId),
  };
}

function byTransfer(a: PaymentRow, b: PaymentRow): number {
  return Number(a.chain_id - b.chain_id || a.transfer_index - b.transfer_index);
}

async function trackOfPostedHash(db: Db, row: PostedHashRow, times: { readonly submitted?: string }): Promise<Track> {
  const chain = Number(row.chain_id);
  const chainId = isChainId(chain) ? chain : null;
  // `confirming` means that we found a payment; if it has no row yet, somebody is writing it right now.
  const isOver = row.status === 'replaced' || row.status === 'expired';
  const replacedBy = isOver ? await otherPayment(db, row) : null;
  const status = row.status === 'confirming' ? 'processing' : replacedBy !== null ? 'replaced' : row.status;
  const seen = row.sender !== null;
  const waits = status === 'processing' && seen;
  const reason = waits ? ('in-mempool' as const) : row.reason;
  const mined = status === 'failed' || status === 'rejected' || status === 'needs-review';
  return {
    transactionHash: row.transaction_hash,
    recorded: true,
    chainId,
    status,
    reason,
    final: status === 'debug',
    confirmations: 0,
    required: REQUIRED_CONFIRMATIONS,
    steps: timeline({ status, reason, confirmations: 0, seen, mined, final: false, times }),
    payments: [],
    unlisted: 0,
    sender: row.sender,
    executedBy: null,
    replacedBy,
    reference: isForAPerson(status) ? `H-${row.id}` : null,
    recoverable: status !== 'debug',
    chains: [],
    pollSeconds: pollSeconds(status, false, chainId),
  };
}

function isForAPerson(status: PaymentStatus): boolean {
  return status === 'needs-review' || status === 'refund-due';
}

/** When the wallet of a credited payment first staked afterwards; null if it has not. */
async function firstStakeAfter(db: Db, row: PaymentRow): Promise<string | null> {
  const stake = await db
    .selectFrom('stakes')
    .select('created_at')
    .where('wallet', '=', row.payer)
    .where('amount', '>', 0n)
    .where('created_at', '>=', row.credited_at ?? 0n)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return stake === undefined ? null : isoTime(stake.created_at);
}
