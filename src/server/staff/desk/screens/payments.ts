import { type SelectQueryBuilder, sql } from 'kysely';
import { storedToken } from '#src/config/tokens.ts';
import { REFUND_REASONS, REVIEW_REASONS } from '#src/contract/payments.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { HAS_ARRIVED, hasArrived } from '#src/server/money/payments/find/arrived.ts';
import { IS_SMALL, NOTABLE_MICRO } from '#src/server/money/payments/verify/worth.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { amount, paymentCell, usd, walletCell, worth } from '../../screen/cells.ts';
import { anyOf, CHAIN_FILTER, chosen, chosenChain, chosenMinimum, MINIMUM_FILTER } from '../../screen/filters.ts';
import { addressOf, listOf } from '../../screen/list.ts';
import type { Block, Card, Cell, Paragraph, ScreenDefinition, ScreenRequest, Table } from '../../screen/screen.ts';
import { MOST_COUNTED } from '../bounded-count.ts';
import { countSmall, IN_REVIEW, IS_NOT_SMALL } from '../small-payments.ts';

/** The waiting lists, by their names in addresses. */
const LISTS = ['review', 'hashes', 'due', 'paid'] as const;
const LIST = anyOf('list', 'List', LISTS);
const REASON = anyOf('reason', 'Why', [...REVIEW_REASONS, ...REFUND_REASONS]);
const SMALL = anyOf('small', 'Below 1 SYNX', ['only', 'shown'], 'Counted');

/** Payments and posted hashes that wait for a person, and refunds that are due; the most valuable first. */
export const paymentsScreen: ScreenDefinition = {
  label: 'Payments',
  role: 'manager',
  filter: [LIST, REASON, CHAIN_FILTER, MINIMUM_FILTER, SMALL],
  load: async (request) => {
    const list = chosen(request.query, LIST);
    const blocks: Block[] = [];
    for (const name of LISTS) {
      if (list !== null && list !== name) continue;
      if (name === 'review') blocks.push(...(await smallOnes(request)));
      blocks.push(await table(name, request));
      if (name === 'hashes') blocks.push(PASSED_ON);
    }
    return { title: 'Payments that need attention', blocks };
  },
};

const PASSED_ON: Card = {
  kind: 'card',
  title: 'Coins passed on by a contract',
  facts: [['For', 'smart accounts, batches and exchanges; an explorer shows the inner transfer and whose it was']],
  forms: [{ command: 'propose-record-payment', button: 'Propose to record a payment' }],
};

function table(name: (typeof LISTS)[number], request: ScreenRequest): Promise<Table> {
  if (name === 'review') return inReview(request);
  return name === 'hashes' ? hashesInReview(request) : refunds(request, name);
}

/** How many payments are not shown because they are worth less than one SYNX, and a link to them. */
async function smallOnes({ context, query }: ScreenRequest): Promise<Paragraph[]> {
  if (chosen(query, SMALL) !== null) return [];
  const { count, worth } = await countSmall(context.db, chosenChain(query));
  if (count === 0n) return [];
  const most = count > BigInt(MOST_COUNTED);
  const number = formatNumber(most ? String(MOST_COUNTED) : String(count), 'en');
  const many = count === 1n ? '1 payment' : `${most ? 'More than ' : ''}${number} payments`;
  const text = `${many} below 1 SYNX, together worth ${most ? 'more than' : 'about'} ${usd(worth)}: show`;
  return [{ kind: 'text', text, to: addressOf('payments', { list: 'review', small: 'only', chain: query.chain }) }];
}

async function inReview(request: ScreenRequest): Promise<Table> {
  const { context, query } = request;
  const small = chosen(query, SMALL);
  let all = narrowed(context.db.selectFrom('payments').selectAll('payments').where(IN_REVIEW), query);
  if (small !== 'shown') all = all.where(small === 'only' ? IS_SMALL : IS_NOT_SMALL);
  const reason = chosen(query, REASON);
  if (reason !== null) all = all.where(sql<boolean>`payments.reason = ${reason}`);
  const minimum = chosenMinimum(query);
  if (minimum !== null) all = all.where('payments.worth_micro', '>=', minimum).where(HAS_ARRIVED);
  const listed = all
    .orderBy(sql`case when ${HAS_ARRIVED} then coalesce(payments.worth_micro, -1) else -1 end`, 'desc')
    .orderBy('payments.first_seen_at')
    .orderBy('payments.id');
  return listOf(request, listed, {
    title: small === 'only' ? 'In review, below 1 SYNX' : 'In review',
    columns: {
      Payment: paymentCell,
      From: ({ payer }) => walletCell(payer),
      Amount: amountOf,
      Worth: (row) => (hasArrived(row) ? worth(row.worth_micro, 'unknown') : 'not shown to have arrived'),
      Why: 'reason',
      Seen: 'first_seen_at',
      Block: ({ final }) => (final === 1n ? 'final' : 'not final yet'),
    },
    empty: 'No payment is in review.',
  });
}

/** Posted hashes whose payment a person has to find; proven wallets first, since anybody can post any hash. */
async function hashesInReview(request: ScreenRequest): Promise<Table> {
  const { context, query } = request;
  let all = context.db.selectFrom('submissions').selectAll().where(sql<boolean>`status = 'needs-review'`);
  const chain = chosenChain(query);
  if (chain !== null) all = all.where('chain_id', '=', chain);
  const reason = chosen(query, REASON);
  if (reason !== null) all = all.where(sql<boolean>`reason = ${reason}`);
  const minimum = chosenMinimum(query);
  if (minimum !== null) all = all.where('worth_micro', '>=', minimum);
  const listed = all
    .orderBy(sql`coalesce(worth_micro, ${NOTABLE_MICRO - 1n})`, 'desc')
    .orderBy(sql`case when proven_at is null then 1 else 0 end`)
    .orderBy('created_at')
    .orderBy('id');
  return listOf(request, listed, {
    title: 'Posted hashes in review',
    columns: {
      Chain: 'chain_id',
      Transaction: 'transaction_hash',
      For: ({ wallet }) => walletCell(wallet),
      'Wallet has signed': (row) => (row.proven_at === null ? 'no' : 'yes'),
      'Its block received': (row) => worth(row.worth_micro, 'unknown'),
      Why: 'reason',
      Posted: 'created_at',
    },
    empty: 'No posted hash is in review.',
    page: 'hashes-page',
  });
}

async function refunds(request: ScreenRequest, status: 'due' | 'paid'): Promise<Table> {
  const { context, query } = request;
  const all = context.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('payments')
    .select([
      'refunds.id as refund',
      'refunds.usd_micro as due',
      'refunds.reason as why',
      'refunds.refund_hash as paid',
    ])
    .where(sql<boolean>`refunds.status = ${sql.lit(status)}`);
  let some = narrowed(all, query);
  const reason = chosen(query, REASON);
  if (reason !== null) some = some.where(sql<boolean>`refunds.reason = ${reason}`);
  const minimum = chosenMinimum(query);
  // Amounts are kept as digits: the longer number is the greater one.
  const digits = sql`length(refunds.usd_micro)`;
  if (minimum !== null) {
    const least = String(minimum);
    const length = BigInt(least.length);
    some = some.where(sql<boolean>`(${digits} > ${length} or ${digits} = ${length} and refunds.usd_micro >= ${least})`);
  }
  const ordered =
    status === 'paid'
      ? some.orderBy('refunds.id', 'desc')
      : some.orderBy(digits, 'desc').orderBy('refunds.usd_micro', 'desc').orderBy('refunds.id');
  return listOf(request, ordered, {
    title: status === 'due' ? 'To be refunded' : 'Refunded, newest first',
    columns: {
      Refund: 'refund',
      Payment: paymentCell,
      To: ({ payer }) => walletCell(payer),
      Worth: ({ due }) => usd(BigInt(due)),
      Why: 'why',
      'Paid by transaction': (row) => row.paid ?? recordCell(row),
    },
    empty: status === 'due' ? 'No refund is due.' : 'Nothing has been refunded yet.',
    page: `${status}-page`,
  });
}

/** How the transaction that paid a refund is recorded: as its chain shows it, otherwise by two people. */
function recordCell({ refund, final }: { readonly refund: bigint; readonly final: bigint }): Cell {
  const values = { refund: String(refund) };
  return {
    text: final === 1n ? '' : 'not final yet: wait',
    forms: [
      { command: 'record-refund', button: 'Record', values },
      { command: 'propose-record-refund', button: 'Propose a refund that the chain does not show', values },
    ],
  };
}

/** Payments of the selected chain. */
function narrowed<From extends 'payments' | 'refunds', Row>(
  all: SelectQueryBuilder<Tables, From | 'payments', Row>,
  query: ScreenRequest['query'],
) {
  const chain = chosenChain(query);
  return chain === null ? all : all.where(sql<boolean>`payments.chain_id = ${chain}`);
}

/** The amount paid, in coins if the token is listed. */
export function amountOf(row: Pick<PaymentRow, 'chain_id' | 'token_symbol' | 'token_address' | 'amount'>): string {
  const token = storedToken(row);
  return token === undefined
    ? `${row.amount} base units of ${row.token_address ?? 'the coin'}`
    : `${amount(BigInt(row.amount), token.decimals)} ${token.symbol}`;
}
