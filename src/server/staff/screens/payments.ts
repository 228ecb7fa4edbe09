import { isChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import type { Db } from '../../database/tables.ts';
import type { PaymentRow } from '../../purchases/payment-row.ts';
import { amount, paymentCell, time, usd, walletCell } from '../cells.ts';
import type { Cell, ScreenDefinition, Table } from '../screen.ts';

const SHOWN = 200;

/** Payments that wait for a person, and refunds that are due. */
export const paymentsScreen: ScreenDefinition = {
  label: 'Payments',
  role: 'manager',
  load: async ({ engine: { db } }) => ({
    title: 'Payments that need somebody',
    blocks: [await inReview(db), await refunds(db, 'due'), await refunds(db, 'paid')],
  }),
};

async function inReview(db: Db): Promise<Table> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', '=', 'needs-review')
    .orderBy('first_seen_at')
    .limit(SHOWN)
    .execute();
  return {
    kind: 'table',
    title: 'In review',
    columns: ['Payment', 'From', 'Amount', 'Why', 'Seen', 'Block'],
    rows: rows.map((row) => [
      paymentCell(row),
      walletCell(row.payer),
      amountOf(row),
      row.reason ?? '–',
      time(row.first_seen_at),
      row.final === 1n ? 'final' : 'not final yet',
    ]),
    empty: 'No payment is in review.',
  };
}

async function refunds(db: Db, status: 'due' | 'paid'): Promise<Table> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('payments')
    .select([
      'refunds.id as refund',
      'refunds.usd_micro as due',
      'refunds.reason as why',
      'refunds.refund_hash as paid',
    ])
    .where('refunds.status', '=', status)
    .orderBy('refunds.id', status === 'due' ? 'asc' : 'desc')
    .limit(status === 'due' ? SHOWN : 20)
    .execute();
  const cells = (row: (typeof rows)[number]): Cell[] => [
    String(row.refund),
    paymentCell(row),
    walletCell(row.payer),
    usd(BigInt(row.due)),
    row.why,
  ];
  return {
    kind: 'table',
    title: status === 'due' ? 'To be returned' : 'Returned lately',
    columns: ['Refund', 'Payment', 'To', 'Worth', 'Why', status === 'due' ? 'Paid by transaction' : 'Transaction'],
    rows: rows.map((row) => [
      ...cells(row),
      status === 'paid'
        ? (row.paid ?? '–')
        : {
            text: row.final === 1n ? '' : 'not final yet: wait',
            forms: [
              {
                verb: 'record-refund',
                button: 'Record',
                values: { refund: String(row.refund) },
                fields: [{ name: 'hash', label: `Hash that paid refund ${row.refund}`, type: 'text' }],
              },
            ],
          },
    ]),
    empty: status === 'due' ? 'Nothing is to be returned.' : 'Nothing has been returned.',
  };
}

/** What was paid, in coins where we know the token. */
export function amountOf(row: Pick<PaymentRow, 'chain_id' | 'token_symbol' | 'token_address' | 'amount'>): string {
  const chainId = Number(row.chain_id);
  const token = isChainId(chainId) && row.token_symbol !== null ? findToken(chainId, row.token_symbol) : undefined;
  return token === undefined
    ? `${row.amount} base units of ${row.token_address ?? 'the coin'}`
    : `${amount(BigInt(row.amount), token.decimals)} ${token.symbol}`;
}
