import { z } from 'zod';
import { NANO_PER_SYNX, SYNX_DECIMALS } from '#src/config/sale.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { balanceOf, postTransfer } from '#src/server/money/ledger/accounts.ts';
import { lockSale } from '#src/server/money/sale/sale-state.ts';
import { refuseFrozen } from '#src/server/platform/records/freeze.ts';
import { recordCorrection } from '#src/server/platform/records/record-correction.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { walletField } from '../fields.ts';
import { findPayment, paymentField } from '../find-payment.ts';
import { type ApprovalCall, defineKind, type Proposals } from '../staff-command.ts';

/** More than the whole supply is a typing error. */
const MAX_CORRECTION = 2_000_000_000n * NANO_PER_SYNX;

/** SYNX with a sign, in 1e-9. */
const amountField = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, sign, digits = ''] = /^([+-]?)(\d+(?:\.\d{1,9})?)$/.exec(text) ?? [];
    const amount = parseDecimal(digits, SYNX_DECIMALS);
    if (amount === null || amount === 0n || amount > MAX_CORRECTION) {
      context.addIssue({ code: 'custom', message: 'must be an amount of SYNX such as 100 or -2.5' });
      return z.NEVER;
    }
    return sign === '-' ? -amount : amount;
  });

export const ledgerProposals: Proposals = {
  /** Gives a wallet tokens of the current phase, or returns available ones to it: a manual credit or a correction. */
  'correct-ledger': defineKind({
    label: 'Give or take SYNX',
    input: z.object({ wallet: walletField, amount: amountField.describe('SYNX (a minus takes them away)') }),
    subject: ({ wallet }) => `wallet:${wallet}`,
    run: async (call, { wallet, amount }) => {
      const { tx, now } = call;
      const { phase } = await lockSale(tx);
      await refuseFrozen(tx);
      const left = amount > 0n ? await balanceOf(tx, 'sale', String(phase)) : await balanceOf(tx, 'available', wallet);
      if (left < (amount < 0n ? -amount : amount))
        throw new StaffRefusal(
          amount > 0n
            ? `Phase ${phase} has only ${exactSynx(left)} left.`
            : `The wallet has only ${exactSynx(left)} that are not staked.`,
        );
      const transferId = await postTransfer(tx, { kind: 'correction', at: BigInt(now) }, [
        { kind: 'available', owner: wallet, amount },
        { kind: 'sale', owner: String(phase), amount: -amount },
      ]);
      await noteCorrection(call, { transfer_id: transferId, wallet, amount }, null);
      return `${exactSynx(amount)} are in the ledger of ${wallet}.`;
    },
  }),

  /** Gives the tokens of a payment from an address that can never sign, such as an exchange's, to its customer. */
  'reassign-payment': defineKind({
    label: 'Give the tokens of a payment to another wallet',
    input: z.object({ payment: paymentField, wallet: walletField }),
    subject: ({ payment }) => `payment:${payment}`,
    run: async (call, { payment, wallet }) => {
      const { tx, now, proposalId } = call;
      await lockSale(tx);
      await refuseFrozen(tx);
      const row = await findPayment(tx, payment);
      if (row.status !== 'credited' || row.final !== 1n)
        throw new StaffRefusal('Only a payment that is credited and final can be reassigned.');
      if (row.payer === wallet) throw new StaffRefusal('The payment is already of that wallet.');
      const proven = await tx
        .selectFrom('proven_wallets')
        .select('wallet')
        .where('wallet', '=', row.payer)
        .executeTakeFirst();
      if (proven !== undefined) throw new StaffRefusal('The address that paid has signed that it is somebody’s.');
      const before = await tx
        .selectFrom('staff_proposals')
        .select('id')
        .where((where) => where.and({ kind: 'reassign-payment', subject: `payment:${payment}`, state: 'approved' }))
        .where('id', '<>', proposalId)
        .executeTakeFirst();
      if (before !== undefined) throw new StaffRefusal('This payment has been reassigned before.');
      const amount = (row.tokens ?? 0n) * NANO_PER_SYNX;
      if ((await balanceOf(tx, 'available', row.payer)) < amount)
        throw new StaffRefusal('Tokens of the address that paid are staked.');
      const transferId = await postTransfer(tx, { kind: 'correction', at: BigInt(now) }, [
        { kind: 'available', owner: row.payer, amount: -amount },
        { kind: 'available', owner: wallet, amount },
      ]);
      await noteCorrection(call, { transfer_id: transferId, wallet: row.payer, amount: -amount }, payment);
      await noteCorrection(call, { transfer_id: transferId, wallet, amount }, payment);
      return `${row.tokens} SYNX went from ${row.payer} to ${wallet}.`;
    },
  }),
};

/** Records SYNX that a wallet holds in addition to its payments; check-ledger.ts counts these rows. */
export async function noteCorrection(
  { tx, now, proposalId }: ApprovalCall,
  correction: { readonly transfer_id: bigint; readonly wallet: string; readonly amount: bigint },
  payment: string | null,
): Promise<void> {
  const row = await tx
    .insertInto('ledger_corrections')
    .values({ ...correction, proposal_id: proposalId, created_at: BigInt(now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordCorrection(tx, row, payment);
}
