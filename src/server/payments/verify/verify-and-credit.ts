import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { isGenuineSafe } from '../../chains/genuine-safe.ts';
import { tokenDelta } from '../../chains/token-delta.ts';
import { type AppContext, chainOf, checkOf } from '../../context/app-context.ts';
import { switchedOffTokens } from '../../context/live-settings.ts';
import type { ReviewReason } from '../../database/payment-row.ts';
import type { Tx } from '../../database/tables.ts';
import { type CoinPrice, coinPriceAt } from '../../sale/coin-price.ts';
import { tracePayment } from '../../util/trace-payment.ts';
import { startTurn, type Turn } from '../../util/turn.ts';
import { creditPayment } from '../credit/credit-payment.ts';
import { setAsideDust } from '../credit/set-aside-dust.ts';
import { HAS_ARRIVED } from '../find/arrived.ts';
import { UNVERIFIABLE_AFTER_MS } from './deadlines.ts';
import { raiseReview } from './raise-review.ts';
import { paymentWorth } from './worth.ts';

const PAGE = 50;

/** A transaction in a block with enough confirmations. */
interface Confirmed {
  readonly chainId: ChainId;
  readonly hash: string;
  readonly reading: MinedTransaction;
  readonly confirmations: bigint;
}

/** Payments of one transaction that share a verdict: all of one token, or the coins that arrived in one way. */
interface Group {
  readonly symbol: string;
  readonly token: string | null;
  /** The Safe that passed the coins on; null for everything else. */
  readonly safe: string | null;
  /** When the first of them was seen, in milliseconds. */
  readonly since: number;
}

/** The chain's verdict on a group: its price, or why a person has to look at it; null while it is unknown. */
type Verdict = { readonly price: CoinPrice } | { readonly review: ReviewReason } | null;

/**
 * Credits the payments of a transaction that have their six confirmations: in a token that passed the checks at start,
 * with the presale address's balance changed by exactly the amount of the logs (coins passed on by a contract: only a
 * Safe's), at the price of their block. A payment that fails a check goes to review; one that cannot be read now waits.
 * The chain is read once for each token, however many transfers there are, and each token has a separate turn, which
 * begins when the chain has answered: slow sources must not use up the time for crediting. Returns false when a turn
 * ended before all payments were decided.
 */
export async function verifyAndCredit(
  context: AppContext,
  chainId: ChainId,
  hash: string,
  reading: MinedTransaction,
  confirmations: bigint,
): Promise<boolean> {
  if (confirmations < BigInt(REQUIRED_CONFIRMATIONS) || !context.isLedgerBalanced()) return true;
  // A credit would be dated, and the sale's windows moved, by a time that may be any.
  if (!context.clock.isConfirmed()) return true;
  const confirmed: Confirmed = { chainId, hash, reading, confirmations };
  let isDone = true;
  for (const group of await groupsOf(context, confirmed)) {
    const verdict = await verify(context, confirmed, group);
    if (verdict === null) continue;
    if ('review' in verdict) await review(context, confirmed, group, verdict.review);
    else {
      const { price } = verdict;
      const inTurn = () => credit(context, confirmed, group, price, startTurn());
      if (!(await tracePayment('credit', hash, inTurn))) isDone = false;
    }
  }
  return isDone;
}

/** The payments of a transaction that wait for their confirmations in this block. */
function waiting(context: AppContext, { chainId, hash, reading }: Confirmed) {
  return context.db
    .selectFrom('payments')
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', hash)
    .where('status', '=', 'confirming')
    .where('block_hash', '=', reading.blockHash);
}

async function groupsOf(context: AppContext, confirmed: Confirmed): Promise<readonly Group[]> {
  const rows = await waiting(context, confirmed)
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

async function verify(context: AppContext, { chainId, hash, reading }: Confirmed, group: Group): Promise<Verdict> {
  const token = findToken(chainId, group.symbol);
  if (token === undefined) return null;
  const check = checkOf(context, token);
  if (check === 'unread') return null;
  if (check === 'mismatch') return { review: 'token-mismatch' };
  if ((await switchedOffTokens(context)).includes(`${chainId}:${group.symbol}`)) return { review: 'token-off' };
  const block = { number: reading.blockNumber, hash: reading.blockHash };
  const isGenuine = await genuine(context, chainId, hash, block, group);
  if (isGenuine === 'unreadable')
    return context.now() - group.since > UNVERIFIABLE_AFTER_MS ? { review: 'amount-unverifiable' } : null;
  if (!isGenuine) return { review: group.token === null ? 'internal-transfer' : 'amount-mismatch' };
  const price = await coinPriceAt(context, token, { hash: reading.blockHash, time: reading.blockTime });
  return price === null ? { review: 'stale-price' } : { price };
}

/**
 * Whether the presale address received the logged amount: for a token by its balance, for coins that a contract passed
 * on by the word of a Safe's own code. For a plain transfer of coins the chain itself is the proof.
 */
async function genuine(
  context: AppContext,
  chainId: ChainId,
  hash: string,
  block: { readonly number: bigint; readonly hash: string },
  { token, safe }: Group,
): Promise<boolean | 'unreadable'> {
  const chain = chainOf(context, chainId);
  const unreadable = () => 'unreadable' as const;
  if (token !== null) {
    const { presaleAddress } = context.env;
    return chain
      .readByQuorum((source) => tokenDelta(source, token, presaleAddress, hash, block))
      .then((delta) => delta === 0n, unreadable);
  }
  if (safe === null) return true;
  return chain.readByQuorum((source) => isGenuineSafe(source, safe, hash, block)).catch(unreadable);
}

/**
 * Leaves a group to a person, at the value of what has arrived. If there are many payments, valuePayments() adds their
 * individual values.
 */
async function review(context: AppContext, confirmed: Confirmed, group: Group, reason: ReviewReason): Promise<void> {
  const { chainId, hash, reading, confirmations } = confirmed;
  // The proof before it was stored is refuted, by sources that then followed another block.
  const isRefuted = reason === 'internal-transfer';
  const arrived = waiting(context, confirmed)
    .select('amount')
    .where('token_address', group.token === null ? 'is' : '=', group.token)
    .where(HAS_ARRIVED);
  const rows = isRefuted ? [] : await arrived.execute();
  const amount = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n).toString();
  const asOne = { chain_id: BigInt(chainId), token_symbol: group.symbol, amount };
  const worthMicro = rows.length === 0 ? null : await paymentWorth(context.db, asOne);
  const claim = async (tx: Tx) => {
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
      .where('chain_id', '=', BigInt(chainId))
      .where('transaction_hash', '=', hash)
      .where('token_address', group.token === null ? 'is' : '=', group.token)
      .where('status', '=', 'confirming')
      .where('block_hash', '=', reading.blockHash)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const subject = `${chainId}/${hash}`;
  await raiseReview(context, { subject, chainId, transactionHash: hash, reason, worthMicro, claim });
}

/**
 * Credits a group in the order of its transfers; false when the turn ended first. A payment that cannot be credited
 * keeps none of the others from it: the error is thrown when they have had their turn.
 */
async function credit(
  context: AppContext,
  confirmed: Confirmed,
  { symbol, token }: Group,
  price: CoinPrice,
  turn: Turn,
): Promise<boolean> {
  const { chainId, reading, confirmations } = confirmed;
  const decimals = findToken(chainId, symbol)?.decimals;
  if (decimals === undefined) throw new RangeError(`${symbol} is not listed on chain ${chainId}`);
  const failures: unknown[] = [];
  let last = -2n;
  let isDone = false;
  do {
    const page = await waiting(context, confirmed)
      .select(['id', 'transfer_index', 'amount'])
      .where('token_address', token === null ? 'is' : '=', token)
      .where('transfer_index', '>', last)
      .orderBy('transfer_index')
      .limit(PAGE)
      .execute();
    last = page.at(-1)?.transfer_index ?? last;
    const dust = await setAsideDust(context.db, page, { ...confirmed, decimals, price }, context.now());
    const rest = page.filter(({ id }) => !dust.has(id));
    const credits = rest.map(({ id }) =>
      creditPayment(context, { id, blockHash: reading.blockHash }, confirmations, price, context.now()),
    );
    for (const settled of await Promise.allSettled(credits))
      if (settled.status === 'rejected') failures.push(settled.reason);
    isDone = page.length < PAGE;
  } while (!isDone && turn.hasTime());
  if (failures.length > 0) throw failures[0];
  return isDone;
}
