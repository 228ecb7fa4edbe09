import type { ChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentRow } from '../../../database/payment-row.ts';
import type { Db } from '../../../database/tables.ts';
import { hasArrived } from '../../../payments/find/arrived.ts';
import { findPayment, paymentField } from '../../commands/find-payment.ts';
import { amount, NOTE_FIELD, paymentCell, REASON_FIELD, time, usd, walletCell } from '../../screen/cells.ts';
import type { Card, Cell, Form, ScreenDefinition, Table } from '../../screen/screen.ts';
import { auditTable } from './audit.ts';
import { amountOf } from './payments.ts';
import { proposalTable } from './proposals.ts';

/** One payment: all its data, its history, and the available actions. */
export const paymentScreen: ScreenDefinition = {
  label: 'Payment',
  role: 'manager',
  filter: [{ name: 'payment', label: 'Payment (chain-hash-place)', type: 'text' }],
  load: async ({ context: { db }, query }) => {
    const id = paymentField.safeParse(query.payment ?? '');
    if (!id.success)
      return { title: 'Payment', blocks: [{ kind: 'text', text: 'Enter a payment: chain-hash-place.' }] };
    const row = await findPayment(db, id.data);
    const subject = `payment:${id.data}`;
    return {
      title: `Payment of ${amountOf(row)}`,
      blocks: [
        facts(row, id.data),
        await history(db, row),
        await proposalTable(db, { subject }),
        await auditTable(db, { subject }),
      ],
    };
  },
};

function facts(row: PaymentRow, payment: string): Card {
  return {
    kind: 'card',
    title: row.status,
    facts: [
      ['Payment', paymentCell(row)],
      ['From', walletCell(row.payer)],
      ['Sender of the transaction', row.sender],
      ['Amount', amountOf(row)],
      ['Worth', worthOf(row)],
      ['Reason', row.reason ?? '–'],
      ['Block', row.block_number === null ? '–' : `${row.block_number}, ${row.block_hash}`],
      ['Block time', time(row.block_time === null ? null : row.block_time * 1000n)],
      ['Final', row.final === 1n ? 'yes' : 'no'],
      [
        'Coin price',
        row.coin_price_e8 === null ? '–' : `${amount(row.coin_price_e8, 8)} USD, round ${row.feed_round ?? '–'}`,
      ],
      [
        'Credited',
        row.status === 'credited' ? `${amount(row.tokens ?? 0n, 0)} SYNX for ${usd(row.usd_micro ?? 0n)}` : '–',
      ],
    ],
    forms: formsFor(row, payment),
  };
}

/** Coins that a contract only claims to have passed on are worth nothing yet. */
function worthOf(row: PaymentRow): Cell {
  if (!hasArrived(row)) return { text: 'the chain has not shown that these coins arrived', tone: 'bad' };
  return row.worth_micro === null ? '–' : `about ${usd(row.worth_micro)}`;
}

function formsFor(row: PaymentRow, payment: string): Form[] {
  const token = row.token_symbol === null ? undefined : findToken(Number(row.chain_id) as ChainId, row.token_symbol);
  if (row.status === 'needs-review') {
    return [
      ...(token === undefined
        ? []
        : [
            {
              command: 'propose-credit-payment',
              button: 'Propose to credit it',
              values: { payment },
              fields: [
                ...(token.address === null
                  ? [{ name: 'price', label: 'USD per coin at its block', type: 'text' as const }]
                  : []),
                REASON_FIELD,
              ],
            },
          ]),
      {
        command: 'return-payment',
        button: 'Mark for refund',
        values: { payment },
        fields: [{ name: 'usd', label: 'Value in USD (0 if there is no price)', type: 'text' }, NOTE_FIELD],
      },
      {
        command: 'propose-return-payment',
        button: 'Propose a refund of another value',
        values: { payment },
        fields: [{ name: 'usd', label: 'Other value in USD, for two managers', type: 'text' }, REASON_FIELD],
      },
    ];
  }
  if (row.status !== 'credited') return [];
  return [
    {
      command: 'propose-reassign-payment',
      button: 'Propose a different wallet',
      values: { payment },
      fields: [{ name: 'wallet', label: 'Wallet', type: 'text' }, REASON_FIELD],
    },
  ];
}

/** Its history, in order: seen, posted, ledger, refunds, alarms. */
async function history(db: Db, row: PaymentRow): Promise<Table> {
  const posts = await db
    .selectFrom('submissions')
    .selectAll()
    .where('transaction_hash', '=', row.transaction_hash)
    .execute();
  const transfers = await db.selectFrom('ledger_transfers').selectAll().where('payment_id', '=', row.id).execute();
  const refunds = await db.selectFrom('refunds').selectAll().where('payment_id', '=', row.id).execute();
  const alarms = await db
    .selectFrom('alarms')
    .selectAll()
    .where('subject', '=', `${row.chain_id}/${row.transaction_hash}`)
    .execute();
  const events: [bigint, string][] = [
    [row.first_seen_at, 'seen on chain by the server'],
    ...(row.block_time === null ? [] : [[row.block_time * 1000n, 'its block'] as [bigint, string]]),
    ...posts.map((post): [bigint, string] => [post.created_at, `hash posted for ${post.wallet}`]),
    ...transfers.map((transfer): [bigint, string] => [
      transfer.created_at,
      `ledger: ${transfer.kind} ${transfer.sequence}`,
    ]),
    ...refunds.map((refund): [bigint, string] => [
      refund.created_at,
      `refund ${refund.id} of ${usd(BigInt(refund.usd_micro))}: ${refund.status}${refund.refund_hash === null ? '' : `, ${refund.refund_hash}`}`,
    ]),
    ...alarms.map((alarm): [bigint, string] => [alarm.created_at, `alarm ${alarm.kind}: ${alarm.detail}`]),
  ];
  events.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    kind: 'table',
    title: 'What happened',
    columns: ['When', 'What'],
    rows: events.map(([at, what]): Cell[] => [time(at), what]),
    empty: '–',
  };
}
