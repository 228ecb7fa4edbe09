import { z } from 'zod';
import { NANO_PER_SYNX, SYNX_DECIMALS } from '#src/config/sale.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { balanceOf } from '#src/server/money/ledger/balance-of.ts';
import { postTransfer } from '#src/server/money/ledger/post-transfer.ts';
import { lockSale } from '#src/server/money/sale/sale-lock.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { walletField } from '../fields.ts';
import { defineKind } from './kind.ts';
import { noteCorrection } from './note-correction.ts';

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

/** Gives a wallet tokens out of the current phase, or returns available ones to it: a manual credit or a correction. */
export const correctLedger = defineKind({
  label: 'Give or take SYNX',
  input: z.object({ wallet: walletField, amount: amountField.describe('SYNX (a minus takes them away)') }),
  subject: ({ wallet }) => `wallet:${wallet}`,
  run: async ({ tx, now, proposalId }, { wallet, amount }) => {
    const { phase } = await lockSale(tx);
    const left = amount > 0n ? await balanceOf(tx, 'sale', String(phase)) : await balanceOf(tx, 'available', wallet);
    if (left < (amount < 0n ? -amount : amount))
      throw new StaffRefusal(
        amount > 0n
          ? `Phase ${phase} has only ${formatUnits(left, SYNX_DECIMALS)} SYNX left.`
          : `The wallet has only ${formatUnits(left, SYNX_DECIMALS)} SYNX that are not staked.`,
      );
    const transferId = await postTransfer(tx, { kind: 'correction', at: BigInt(now) }, [
      { kind: 'available', owner: wallet, amount },
      { kind: 'sale', owner: String(phase), amount: -amount },
    ]);
    await noteCorrection(tx, { transferId, wallet, amount, proposalId, now });
    return `${formatUnits(amount, SYNX_DECIMALS)} SYNX are in the ledger of ${wallet}.`;
  },
});
