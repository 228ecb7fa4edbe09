import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { tokenDelta, tokenMoved } from '#src/server/platform/chains/balance-changes.ts';
import { isGenuineSafe } from '#src/server/platform/chains/genuine-safe.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf, checkOf, startBlock } from '#src/server/platform/context/app-context.ts';
import type { CoinPrice } from '#src/server/platform/context/crediting.ts';
import { switchedOffTokens } from '#src/server/platform/context/live-settings.ts';
import type { ReviewReason } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { tracePayment } from '#src/server/platform/util/trace-payment.ts';
import { startTimeSlice } from '#src/server/platform/util/turns.ts';
import { coinPriceAt } from '../../sale/coin-price.ts';
import { HAS_ARRIVED, sumArrived } from '../find/arrived.ts';
import { isOf } from '../find/find-payments.ts';
import { noteRead, raiseReview, UNVERIFIABLE_AFTER_MS, unreadMs } from './payment-alarms.ts';
import { paymentWorth } from './worth.ts';

const PAGE = 50;
/** How long a payment waits for its block's logs, in milliseconds; nodes of BSC keep states for a minute. */
const LOGS_WITHIN_MS = 20_000;

/** Payments of one transaction that we verify together: all in one token, or the coins that arrived in one way. */
interface Group {
  readonly symbol: string;
  readonly token: string | null;
  /** The Safe that passed the coins on; null for everything else. */
  readonly safe: string | null;
  /** When the first of them was seen, in milliseconds. */
  readonly since: number;
}

/** What the chain says about a group: its price, or why a person has to look at it; null while unknown. */
type Verdict = { readonly price: CoinPrice } | { readonly review: ReviewReason } | null;

/**
 * Credits a transaction's payments that have six confirmations, at the price of their block. A payment must be in a
 * token that passed the checks at start, and the presale address's balance must have changed by exactly the amount of
 * the logs, or cover what is known where no source tells these; of coins that a contract passed on, only a Safe's
 * qualify. Payments that fail a check go to review; those we cannot read now wait. Reads the chain once per token,
 * however many transfers there are. A token's time slice begins when the chain has answered, so that slow sources do
 * not use up the time for crediting. Returns false if a slice ended before all payments were decided.
 */
export async function verifyAndCredit(context: AppContext, transaction: PaymentTransaction): Promise<boolean> {
  if (transaction.confirmations < BigInt(REQUIRED_CONFIRMATIONS) || !context.isLedgerBalanced()) return true;
  // An unconfirmed clock could give the credit, and move the sale's windows to, any date.
  if (!context.clock.isConfirmed()) return true;
  let isDone = true;
  for (const group of await groupsOf(context, transaction)) {
    const verdict = await verify(context, transaction, group);
    if (verdict === null) continue;
    if ('review' in verdict) await review(context, transaction, group, verdict.review);
    else {
      const { price } = verdict;
      const creditGroup = () => credit(context, transaction, group, price);
      if (!(await tracePayment('credit', transaction.hash, creditGroup))) isDone = false;
    }
  }
  return isDone;
}

/** The payments of a transaction that are waiting for confirmations in this block. */
function waiting(context: AppContext, transaction: PaymentTransaction) {
  return context.db
    .selectFrom('payments')
    .where(isOf(transaction))
    .where('status', '=', 'confirming')
    .where('block_hash', '=', transaction.reading.blockHash);
}

async function groupsOf(context: AppContext, transaction: PaymentTransaction): Promise<readonly Group[]> {
  const rows = await waiting(context, transaction)
    .select(({ fn }) => [
      'token_symbol',
      'token_address',
      fn.min('first_seen_at').as('since'),
      fn.max('transfer_index').as('last'),
      fn.min('payer').as('payer'),
    ])
    .where('token_symbol', 'is not', null)
    .groupBy(['token_symbol', 'token_address'])
    .execute();
  return rows.flatMap(({ token_symbol: symbol, token_address: token, since, last, payer }) => {
    if (symbol === null) return [];
    const safe = token === null && BigInt(last) >= 0n ? payer : null;
    return [{ symbol, token, safe, since: Number(since) }];
  });
}

async function verify(context: AppContext, transaction: PaymentTransaction, group: Group): Promise<Verdict> {
  const { chainId, reading } = transaction;
  const token = findToken(chainId, group.symbol);
  if (token === undefined) return null;
  const check = checkOf(context, token);
  if (check === 'unread') return null;
  if (check === 'mismatch') return { review: 'token-mismatch' };
  if ((await switchedOffTokens(context)).includes(`${chainId}:${group.symbol}`)) return { review: 'token-off' };
  const isGenuine = await genuine(context, transaction, group);
  if (!isGenuine) return { review: group.token === null ? 'internal-transfer' : 'amount-mismatch' };
  // The operator's own coins, or somebody's who knew the address early: anybody can post what came before (S1).
  // Few sources still have the states of its block.
  if (reading.blockNumber < startBlock(context, chainId)) return { review: 'before-sale' };
  const shown = `${group.token ?? group.safe} ${reading.blockHash}`;
  if (isGenuine === 'unreadable')
    return unreadMs(context, chainId, shown) > UNVERIFIABLE_AFTER_MS ? { review: 'amount-unverifiable' } : null;
  noteRead(context, chainId, shown);
  const { blockNumber: number, blockHash: hash, blockTime: time } = reading;
  const price = await coinPriceAt(context, token, { number, hash, time });
  return price === null ? { review: 'stale-price' } : { price };
}

/** Whether the logged amount arrived: by a token's balance, or for passed-on coins by a Safe's own code. */
async function genuine(
  context: AppContext,
  transaction: PaymentTransaction,
  { token, safe, since }: Group,
): Promise<boolean | 'unreadable'> {
  const chain = chainOf(context, transaction.chainId);
  const unreadable = () => 'unreadable' as const;
  if (token !== null) {
    const { presaleAddress } = context.env;
    return chain
      .readByQuorum((source) => tokenDelta(source, token, presaleAddress, transaction))
      .then(
        (delta) => delta === 0n,
        () => (context.now() - since > LOGS_WITHIN_MS ? coversKnown(context, transaction, token) : unreadable()),
      );
  }
  if (safe === null) return true;
  return chain.readByQuorum((source) => isGenuineSafe(source, safe, transaction)).catch(unreadable);
}

/**
 * Where a block's logs are told in no way, as anybody can arrange for a few dollars: whether the balance grew by at
 * least all payments that we know of the block. Whatever else came in takes nothing away from them (S24).
 */
async function coversKnown(
  context: AppContext,
  { chainId, reading: { blockNumber } }: PaymentTransaction,
  token: string,
): Promise<true | 'unreadable'> {
  const { presaleAddress } = context.env;
  const moved = await chainOf(context, chainId)
    .readByQuorum((source) => tokenMoved(source, token, presaleAddress, blockNumber))
    .catch(() => null);
  const known = await sumArrived(context.db, { chainId, token, first: blockNumber, last: blockNumber });
  return moved !== null && moved >= known ? true : 'unreadable';
}

/** Hands a group to a person, at the value that has arrived; valuePayments() values each of many. */
async function review(
  context: AppContext,
  transaction: PaymentTransaction,
  group: Group,
  reason: ReviewReason,
): Promise<void> {
  const { chainId, hash, reading, confirmations } = transaction;
  // The earlier proof is refuted: the sources followed another block at that time.
  const isRefuted = reason === 'internal-transfer';
  const arrived = waiting(context, transaction)
    .select('amount')
    .where('token_address', group.token === null ? 'is' : '=', group.token)
    .where(HAS_ARRIVED);
  const rows = isRefuted ? [] : await arrived.execute();
  const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n).toString();
  const asOne = { chain_id: BigInt(chainId), token_symbol: group.symbol, amount };
  const worthMicro = rows.length === 0 ? null : await paymentWorth(context.db, asOne);
  const mark = async (tx: Tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({
        status: 'needs-review',
        reason,
        confirmations,
        worth_micro: rows.length === 1 ? worthMicro : null,
        ...(isRefuted ? { proven_in: null } : {}),
        updated_at: BigInt(context.now()),
      })
      .where(isOf(transaction))
      .where('token_address', group.token === null ? 'is' : '=', group.token)
      .where('status', '=', 'confirming')
      .where('block_hash', '=', reading.blockHash)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const subject = `${chainId}/${hash}`;
  await raiseReview(context, { subject, transaction, reason, worthMicro, mark });
}

/** Credits a group in order; false if the slice ended. An error is thrown after the others are credited. */
async function credit(
  context: AppContext,
  transaction: PaymentTransaction,
  { symbol, token }: Group,
  price: CoinPrice,
): Promise<boolean> {
  const timeSlice = startTimeSlice();
  const { chainId, reading, confirmations } = transaction;
  const decimals = findToken(chainId, symbol)?.decimals;
  if (decimals === undefined) throw new RangeError(`${symbol} is not listed on chain ${chainId}`);
  const failures: unknown[] = [];
  let last = -2n;
  let isDone = false;
  do {
    const page = await waiting(context, transaction)
      .select(['id', 'transfer_index', 'amount'])
      .where('token_address', token === null ? 'is' : '=', token)
      .where('transfer_index', '>', last)
      .orderBy('transfer_index')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.transfer_index ?? last;
    const dust = await context.setAsideDust(page, { ...transaction, decimals, price }, context.now());
    const ready = page.filter(({ id }) => !dust.has(id));
    const { blockHash } = reading;
    const credits = ready.map(({ id }) =>
      context.creditPayment({ id, blockHash, confirmations, coin: price, now: context.now() }),
    );
    for (const settled of await Promise.allSettled(credits))
      if (settled.status === 'rejected') failures.push(settled.reason);
    isDone = page.length < PAGE;
  } while (!isDone && timeSlice.hasTime());
  if (failures.length > 0) throw failures[0];
  return isDone;
}
