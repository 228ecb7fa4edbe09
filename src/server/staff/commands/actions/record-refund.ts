import { z } from 'zod';
import { findTransfers } from '#src/chain/find-transfers.ts';
import { isChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { hasPayment } from '#src/server/money/payments/find/find-payments.ts';
import { paymentWorth } from '#src/server/money/payments/verify/worth.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { recordRefund } from '#src/server/platform/records/record-refund.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, transactionHashField } from '../fields.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

const RECORDED = 'The refund is recorded as paid.';
const input = z.object({
  refund: idField,
  hash: transactionHashField.describe('Hash of the transaction that paid refund {refund}'),
});
const subject = ({ refund }: { readonly refund: bigint }) => `refund:${refund}`;

/** One person records what the chain shows. */
export const refundCommands: Commands = {
  'record-refund': defineCommand({
    summary: 'Record the transaction that paid a refund, as its chain shows it; otherwise two people record it',
    role: 'manager',
    input,
    subject,
    look: (context, { refund, hash }) => missingOfRefund(context, refund, hash),
    run: async ({ tx, now }, { refund, hash }, missing) => {
      await checkRefund(tx, refund, hash);
      if (missing !== null) throw new StaffRefusal(`${missing} Propose it, so that another manager confirms it.`);
      const { paymentId } = await settleRefund(tx, refund, hash, now);
      return { message: RECORDED, detail: { payment: String(paymentId) } };
    },
  }),
};

export const refundProposals: Proposals = {
  /** A refund that was paid in a way that its chain does not show: from another address, or through a contract. */
  'record-refund': defineKind({
    label: 'Record a refund that the chain does not show',
    input,
    subject,
    prepare: async ({ tx }, { refund, hash }) => {
      await checkRefund(tx, refund, hash);
    },
    run: async ({ tx, now }, { refund, hash }) => {
      await settleRefund(tx, refund, hash, now);
      return RECORDED;
    },
  }),
};

/** Throws StaffRefusal unless a refund of a final payment is due, and this hash pays no other one. */
async function checkRefund(tx: Tx, refund: bigint, hash: string): Promise<void> {
  const same = await tx.selectFrom('refunds').select('id').where('refund_hash', '=', hash).executeTakeFirst();
  if (same !== undefined) throw new StaffRefusal(`Refund ${same.id} was paid by that transaction.`);
  if (await hasPayment(tx, hash)) throw new StaffRefusal('That transaction is a payment to us.');
  const row = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.status', 'payments.final'])
    .where('refunds.id', '=', refund)
    .executeTakeFirst();
  if (row?.status !== 'due') throw new StaffRefusal('This refund is not due.');
  if (row.final !== 1n) throw new StaffRefusal('The block of the payment is not final yet.');
}

/** Records a refund as paid, once. Throws StaffRefusal. */
async function settleRefund(tx: Tx, refund: bigint, hash: string, now: number): Promise<{ paymentId: bigint }> {
  await checkRefund(tx, refund, hash);
  const row = await tx
    .updateTable('refunds')
    .set({ status: 'paid', refund_hash: hash })
    .where('id', '=', refund)
    .where('status', '=', 'due')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal('This refund is not due.');
  await recordRefund(tx, row, BigInt(now));
  return { paymentId: row.payment_id };
}

/** Null if the chain shows that we returned the coins, or nine tenths of their value in others; otherwise why not. */
async function missingOfRefund(context: AppContext, refund: bigint, hash: string): Promise<string | null> {
  const row = await context.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('payments')
    .select('refunds.usd_micro as due')
    .where('refunds.id', '=', refund)
    .executeTakeFirst();
  const chainId = Number(row?.chain_id);
  if (row === undefined || !isChainId(chainId)) throw new StaffRefusal('This refund is not due.');
  const chain = chainOf(context, chainId);
  const read = await Promise.all([chain.transaction(hash), chain.head()]).catch(() => null);
  if (read === null) return 'The chain cannot be read now.';
  const [reading, { finalized }] = read;
  if (reading.state !== 'mined') return 'It is not in a block of the payment’s chain.';
  if (!reading.succeeded) return 'It failed on the chain: nothing was paid.';
  if (reading.blockNumber > finalized) return 'Its block is not final yet.';
  const own = [context.env.presaleAddress, ...context.env.TREASURY_IGNORE_SENDERS].map((each) => each.toLowerCase());
  const returned = findTransfers(reading, row.payer).filter(({ payer }) => own.includes(payer));
  if (reading.blockTime >= (row.block_time ?? 0n) && (await suffices(context, row, returned))) return null;
  return 'The chain does not show that the treasury returned so much to who paid.';
}

async function suffices(
  { db }: AppContext,
  row: PaymentRow & { readonly due: string },
  returned: ReturnType<typeof findTransfers>,
): Promise<boolean> {
  const same = returned
    .filter(({ token }) => token === row.token_address)
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (same > 0n && same >= BigInt(row.amount)) return true;
  let worth = 0n;
  for (const { token: address, amount } of returned) {
    const token = TOKENS.find(
      (one) => BigInt(one.chainId) === row.chain_id && (one.address?.toLowerCase() ?? null) === address,
    );
    const moved = { chain_id: row.chain_id, token_symbol: token?.symbol ?? null, amount: String(amount) };
    worth += (await paymentWorth(db, moved)) ?? 0n;
  }
  return BigInt(row.due) > 0n && worth * 10n >= BigInt(row.due) * 9n;
}
