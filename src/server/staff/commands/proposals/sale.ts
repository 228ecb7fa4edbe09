import { z } from 'zod';
import { PHASES } from '#src/config/sale.ts';
import { recordPriceChange } from '#src/server/money/sale/record-price-change.ts';
import { advanceWindows, isClosed, phaseOf } from '#src/server/money/sale/sale-clock.ts';
import { lockSale } from '#src/server/money/sale/sale-lock.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { timeField } from '../fields.ts';
import type { CommandCall } from '../staff-command.ts';
import { defineKind } from './kind.ts';

const nothing = z.object({});
const subject = () => 'sale';

/** Has the phase end at a time, or on approval; its remaining stock goes to the next one a day later. */
export const endPhase = defineKind({
  label: 'End the phase at a time',
  input: z.object({
    at: z
      .union([z.literal(''), timeField])
      .optional()
      .meta({ description: 'At (UTC; empty: on approval)', type: 'datetime-local' }),
  }),
  subject,
  run: async ({ tx, now }, { at = '' }) => {
    const sale = await openSale(tx, now);
    if (sale.phase >= BigInt(PHASES.length)) throw new StaffRefusal('This is the last phase.');
    const endsAt = at === '' ? now : at;
    if (endsAt < now) throw new StaffRefusal('That time has passed.');
    await tx
      .updateTable('sale_state')
      .set({ phase_ends_at: BigInt(endsAt) })
      .where('id', '=', 1n)
      .execute();
    await advanceWindows(tx, { ...sale, phase_ends_at: BigInt(endsAt) }, BigInt(now));
    return `Phase ${sale.phase} ends at ${new Date(endsAt).toISOString()}.`;
  },
});

/** Removes the end set for a phase: it continues until it is sold. */
export const keepPhase = defineKind({
  label: 'Let the phase go on until it is sold',
  input: nothing,
  subject,
  run: async ({ tx, now }) => {
    const sale = await openSale(tx, now);
    if (sale.phase_ends_at === null) throw new StaffRefusal('The phase has no end but its stock.');
    await tx.updateTable('sale_state').set({ phase_ends_at: null }).where('id', '=', 1n).execute();
    return `Phase ${sale.phase} goes on until it is sold.`;
  },
});

/** Ends the sale: payments in later blocks are returned. */
export const closeSale = defineKind({
  label: 'Close the sale',
  input: nothing,
  subject,
  run: async ({ tx, now }) => {
    const sale = await openSale(tx, now);
    await tx
      .updateTable('sale_state')
      .set({ closed_at: BigInt(now), phase_ends_at: null })
      .where('id', '=', 1n)
      .execute();
    await note(tx, 'closed', sale, now, 'closed by the operator');
    return 'The sale is closed.';
  },
});

/** Reopens a closed sale, with a new price window. */
export const reopenSale = defineKind({
  label: 'Open the sale again',
  input: nothing,
  subject,
  run: async ({ tx, now }) => {
    const sale = await lockSale(tx);
    if (!isClosed(sale)) throw new StaffRefusal('The sale is not closed.');
    const next = { ...sale, window_number: sale.window_number + 1n };
    await tx
      .updateTable('sale_state')
      .set({ closed_at: null, window_number: next.window_number, window_started_at: BigInt(now) })
      .where('id', '=', 1n)
      .execute();
    await note(tx, 'window', next, now, 'opened again by the operator');
    return 'The sale is open.';
  },
});

async function openSale(tx: CommandCall['tx'], now: number) {
  const sale = await advanceWindows(tx, await lockSale(tx), BigInt(now));
  if (isClosed(sale)) throw new StaffRefusal('The sale is closed.');
  return sale;
}

async function note(
  tx: CommandCall['tx'],
  kind: 'closed' | 'window',
  { phase, window_number: window }: { phase: bigint; window_number: bigint },
  now: number,
  reason: string,
): Promise<void> {
  const change = { at: BigInt(now), kind, phase, price_micro_usd: phaseOf(phase).priceMicroUsd, window_number: window };
  await recordPriceChange(tx, { ...change, reason }, BigInt(now));
}
