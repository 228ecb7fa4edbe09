import type { Updateable } from 'kysely';
import { z } from 'zod';
import { PHASES } from '#src/config/sale.ts';
import { DATE_BASES, SCHEDULE } from '#src/config/schedule.ts';
import { advanceWindows, recordPriceChange } from '#src/server/money/sale/sale-clock.ts';
import { isClosed, lockSale, phaseOf } from '#src/server/money/sale/sale-state.ts';
import type { Tables, Tx } from '#src/server/platform/database/tables.ts';
import { refuseFrozen } from '#src/server/platform/records/freeze.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { dayField, timeField, yesNoField } from '../fields.ts';
import { defineKind, type Proposals } from '../staff-command.ts';

const nothing = z.object({});
const subject = () => 'sale';

export const saleProposals: Proposals = {
  /** Has the phase end at a time, or on approval; its remaining stock goes to the next one a day later. */
  'end-phase': defineKind({
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
      await setSale(tx, { phase_ends_at: BigInt(endsAt) });
      await advanceWindows(tx, { ...sale, phase_ends_at: BigInt(endsAt) }, BigInt(now));
      return `Phase ${sale.phase} ends at ${new Date(endsAt).toISOString()}.`;
    },
  }),

  /** Removes the end set for a phase: it continues until it is sold. */
  'keep-phase': defineKind({
    label: 'Let the phase go on until it is sold',
    input: nothing,
    subject,
    run: async ({ tx, now }) => {
      const sale = await openSale(tx, now);
      if (sale.phase_ends_at === null) throw new StaffRefusal('The phase has no end but its stock.');
      await setSale(tx, { phase_ends_at: null });
      return `Phase ${sale.phase} goes on until it is sold.`;
    },
  }),

  /** Ends the sale: payments in later blocks are returned. */
  'close-sale': defineKind({
    label: 'Close the sale',
    input: nothing,
    subject,
    run: async ({ tx, now }) => {
      const sale = await openSale(tx, now);
      await setSale(tx, { closed_at: BigInt(now), phase_ends_at: null });
      await note(tx, now, sale, { kind: 'closed', reason: 'closed by the operator' });
      return 'The sale is closed.';
    },
  }),

  /** Reopens a closed sale, with a new price window. */
  'reopen-sale': defineKind({
    label: 'Open the sale again',
    input: nothing,
    subject,
    run: async ({ tx, now }) => {
      const sale = await lockSale(tx);
      if (!isClosed(sale)) throw new StaffRefusal('The sale is not closed.');
      await refuseFrozen(tx);
      const next = { ...sale, window_number: sale.window_number + 1n };
      await setSale(tx, { closed_at: null, window_number: next.window_number, window_started_at: BigInt(now) });
      await note(tx, now, next, { kind: 'window', reason: 'opened again by the operator' });
      return 'The sale is open.';
    },
  }),

  /** Sets a date that holders wait for, or that it has happened; earlier states stay in its history (decision 33). */
  'set-date': defineKind({
    label: 'Set a date',
    input: z.object({
      key: z.enum(SCHEDULE.map(({ key }) => key)).describe('Date of'),
      date: z
        .union([z.literal(''), dayField])
        .optional()
        .meta({ description: 'Day (YYYY-MM-DD; empty: not announced)', type: 'date' }),
      basis: z.enum(DATE_BASES),
      happened: yesNoField.describe('Has happened'),
    }),
    subject: ({ key }) => `date:${key}`,
    run: async ({ tx, now, proposalId }, { key, date = '', basis, happened }) => {
      if ((date === '') !== (basis === 'unknown'))
        throw new StaffRefusal('A date is stated or computed; without one it is unknown.');
      if (happened && (date === '' || Date.parse(date) > now))
        throw new StaffRefusal('What has happened has a date that is not in the future.');
      await tx
        .insertInto('schedule_history')
        .values({
          key,
          date: date === '' ? null : date,
          basis,
          happened: happened ? 1n : 0n,
          proposal_id: proposalId,
          created_at: BigInt(now),
        })
        .execute();
      return `${key} is ${date === '' ? 'without a date' : date}${happened ? ' and has happened' : ''}.`;
    },
  }),
};

async function openSale(tx: Tx, now: number) {
  const sale = await advanceWindows(tx, await lockSale(tx), BigInt(now));
  if (isClosed(sale)) throw new StaffRefusal('The sale is closed.');
  return sale;
}

async function setSale(tx: Tx, change: Updateable<Tables['sale_state']>): Promise<void> {
  await tx.updateTable('sale_state').set(change).where('id', '=', 1n).execute();
}

async function note(
  tx: Tx,
  now: number,
  { phase, window_number }: { readonly phase: bigint; readonly window_number: bigint },
  change: { readonly kind: 'closed' | 'window'; readonly reason: string },
): Promise<void> {
  const at = BigInt(now);
  const price = { phase, window_number, price_micro_usd: phaseOf(phase).priceMicroUsd };
  await recordPriceChange(tx, { at, ...price, ...change }, at);
}
