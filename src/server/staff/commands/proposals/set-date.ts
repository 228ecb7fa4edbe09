import { z } from 'zod';
import { DATE_BASES, SCHEDULE } from '#src/config/schedule.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { dayField, yesNoField } from '../fields.ts';
import { defineKind } from './kind.ts';

const DATE_KEYS = SCHEDULE.map(({ key }) => key);

/**
 * Sets a date that holders wait for, or records that it has happened (decision 33); every earlier state remains in its
 * history.
 */
export const setDate = defineKind({
  label: 'Set a date',
  input: z.object({
    key: z.enum(DATE_KEYS).describe('Date of'),
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
});
