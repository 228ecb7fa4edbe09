import { z } from 'zod';
import { isClosedByRecount } from '../../../alerts/alarm-kinds.ts';
import { closeAlarm } from '../../../alerts/alarms.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField } from '../fields.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

/** Closing alarms. */
export const alarmCommands: Readonly<Record<string, StaffCommand>> = {
  'resolve-alarm': defineCommand({
    summary: 'Mark an alarm as resolved; it opens again if its cause is still there',
    role: 'manager',
    input: z.object({ id: idField, note: textField(1_000, 1) }),
    run: async ({ tx, now }, { id }) => {
      const row = await tx.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst();
      if (row !== undefined && isClosedByRecount(row.kind))
        throw new StaffRefusal('The recount closes this alarm, once it finds everything sound.');
      const open = row !== undefined && row.resolved_at === null;
      if (!open || !(await closeAlarm(tx, row.kind, row.subject, BigInt(now))))
        throw new StaffRefusal('This alarm is not open.');
      return { message: 'The alarm is resolved.', subject: `alarm:${id}`, detail: { kind: row.kind, of: row.subject } };
    },
  }),
};
