import { z } from 'zod';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { balanceOf } from '#src/server/money/ledger/balance-of.ts';
import { postTransfer } from '#src/server/money/ledger/post-transfer.ts';
import { lockSale } from '#src/server/money/sale/sale-lock.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { walletField } from '../fields.ts';
import { findPayment, paymentField } from '../find-payment.ts';
import { defineKind } from './kind.ts';
import { noteCorrection } from './note-correction.ts';

/**
 * Gives the tokens of a payment to a wallet other than its sender's: an exchange's address pays for its customer and
 * can never sign. Not while the payment may still be reversed, nor from an address whose owner has ever proven it.
 */
export const reassignPayment = defineKind({
  label: 'Give the tokens of a payment to another wallet',
  input: z.object({ payment: paymentField, wallet: walletField }),
  subject: ({ payment }) => `payment:${payment}`,
  run: async ({ tx, now, proposalId }, { payment, wallet }) => {
    await lockSale(tx);
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
      .where('kind', '=', 'reassign-payment')
      .where('subject', '=', `payment:${payment}`)
      .where('state', '=', 'approved')
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
    await noteCorrection(tx, { transferId, wallet: row.payer, amount: -amount, proposalId, now, payment });
    await noteCorrection(tx, { transferId, wallet, amount, proposalId, now, payment });
    return `${row.tokens} SYNX went from ${row.payer} to ${wallet}.`;
  },
});
