import { z } from 'zod';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField } from '../fields.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

export const APPLICATION_STATES = ['new', 'answered', 'declined'] as const;

/** Answering partner applications. */
export const applicationCommands: Readonly<Record<string, StaffCommand>> = {
  'set-application': defineCommand({
    summary: 'Record the outcome of a partner application',
    role: 'manager',
    input: z.object({
      id: idField,
      state: z.enum(APPLICATION_STATES),
      note: textField(2_000).default('').meta({ type: 'textarea' }),
    }),
    run: async ({ tx }, { id, state, note }) => {
      const row = await tx
        .updateTable('partner_applications')
        .set({ state, note })
        .where('id', '=', id)
        .returning('reference')
        .executeTakeFirst();
      if (row === undefined) throw new StaffRefusal('There is no such application.');
      return { message: `Application ${row.reference} is ${state}.`, subject: `application:${id}` };
    },
  }),
};
