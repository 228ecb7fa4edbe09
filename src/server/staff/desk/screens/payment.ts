import type { ChainId } from '#src/config/chains.ts';
import { storedToken } from '#src/config/tokens.ts';
import { hasArrived } from '#src/server/money/payments/find/arrived.ts';
import { type AppContext, startBlock } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { findPayment, paymentField } from '../../commands/find-payment.ts';
import { amount, paymentCell, time, usd, walletCell, worth } from '../../screen/cells.ts';
import { tableOf } from '../../screen/list.ts';
import type { Card, Form, ScreenDefinition, Table } from '../../screen/screen.ts';
import { auditTable } from './audit.ts';
import { amountOf } from './payments.ts';
import { proposalTable } from './proposals.ts';

/** One payment: all its data, its history, and the available actions. */
export const paymentScreen: ScreenDefinition = {
  label: 'Payment',
  role: 'manager',
  filter: [{ name: 'payment', label: 'Payment (chain-hash-place)', type: 'text' }],
  load: async (request) => {
    const { context } = request;
    const { db } = context;
    const id = paymentField.safeParse(request.query.payment ?? '');
    if (!id.success)
      return { title: 'Payment', blocks: [{ kind: 'text', text: 'Enter a payment: chain-hash-place.' }] };
    const row = await findPayment(db, id.data);
    const subject = `payment:${id.data}`;
    return {
      title: `Payment of ${amountOf(row)}`,
      blocks: [
        facts(context, row, id.data),
        await history(db, row),
        await proposalTable(request, subject),
        await auditTable(request, { subject }),
      ],
    };
  },
};

function facts(context: AppContext, row: PaymentRow, payment: string): Card {
  const { coin_price_e8: price, block_number: block } = row;
  const isEarly = block !== null && block < startBlock(context, Number(row.chain_id) as ChainId);
  return {
    kind: 'card',
    title: row.status,
    facts: [
      ['Payment', paymentCell(row)],
      ['From', walletCell(row.payer)],
      ['Sender of the transaction', row.sender],
      ['Amount', amountOf(row)],
      [
        'Worth',
        // Coins that a contract only claims to have passed on are worth nothing yet.
        hasArrived(row)
          ? worth(row.worth_micro)
          : { text: 'the chain has not shown that these coins arrived', tone: 'bad' },
      ],
      ['Reason', row.reason ?? '–'],
      ['Block', block === null ? '–' : `${block}, ${row.block_hash}`],
      ...(isEarly
        ? [['Before the sale', { text: 'its block is before the first one of the sale', tone: 'bad' }] as const]
        : []),
      ['Block time', time(row.block_time === null ? null : row.block_time * 1000n)],
      ['Final', row.final === 1n ? 'yes' : 'no'],
      ['Coin price', price === null ? '–' : `${amount(price, 8)} USD, round ${row.feed_round ?? '–'}`],
      [
        'Credited',
        row.status === 'credited' ? `${amount(row.tokens ?? 0n, 0)} SYNX for ${usd(row.usd_micro ?? 0n)}` : '–',
      ],
    ],
    forms: formsFor(row, { payment }),
  };
}

function formsFor(row: PaymentRow, values: { readonly payment: string }): readonly Form[] {
  if (row.status === 'credited')
    return [{ command: 'propose-reassign-payment', button: 'Propose a different wallet', values }];
  if (row.status !== 'needs-review') return [];
  const token = storedToken(row);
  // A stablecoin has no price to state.
  const known = token?.pricing === 'feed' ? values : { ...values, price: undefined };
  return [
    ...(token === undefined
      ? []
      : [{ command: 'propose-credit-payment', button: 'Propose to credit it', values: known }]),
    { command: 'return-payment', button: 'Mark for refund', values },
    { command: 'propose-return-payment', button: 'Propose a refund of another value', values },
  ];
}

/** Posts of its hash that are listed: anybody can post it for any wallet. */
const POSTS_LISTED = 100;

/** Its history, in order: seen, posted, ledger, refunds, alarms. */
async function history(db: Db, row: PaymentRow): Promise<Table> {
  const { transaction_hash: hash, id, block_time: blockTime } = row;
  const posts = await db
    .selectFrom('submissions')
    .select(['created_at', 'wallet'])
    .where('transaction_hash', '=', hash)
    .orderBy('created_at')
    .limit(POSTS_LISTED)
    .execute();
  const transfers = await db.selectFrom('ledger_transfers').selectAll().where('payment_id', '=', id).execute();
  const refunds = await db.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute();
  const subject = `${row.chain_id}/${hash}`;
  const alarms = await db.selectFrom('alarms').selectAll().where('subject', '=', subject).execute();
  const events = [
    { at: row.first_seen_at, what: 'seen on chain by the server' },
    ...(blockTime === null ? [] : [{ at: blockTime * 1000n, what: 'its block' }]),
    ...posts.map(({ created_at: at, wallet }) => ({ at, what: `hash posted for ${wallet}` })),
    ...transfers.map(({ created_at: at, kind, sequence }) => ({ at, what: `ledger: ${kind} ${sequence}` })),
    ...refunds.map(({ created_at: at, refund_hash: paid, ...refund }) => ({
      at,
      what: `refund ${refund.id} of ${usd(BigInt(refund.usd_micro))}: ${refund.status}${paid === null ? '' : `, ${paid}`}`,
    })),
    ...alarms.map(({ created_at: at, kind, detail }) => ({ at, what: `alarm ${kind}: ${detail}` })),
  ];
  const sorted = events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return tableOf('What happened', { When: 'at', What: 'what' }, sorted);
}
