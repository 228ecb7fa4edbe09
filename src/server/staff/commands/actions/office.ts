import { z } from 'zod';
import { toCsv } from '#src/lib/text/csv.ts';
import { cardRequests } from '#src/server/community/analytics/card-requests.ts';
import { readTallies } from '#src/server/community/faq/tally-votes.ts';
import { isClosedByRecount } from '#src/server/platform/alerts/alarm-kinds.ts';
import { closeAlarm } from '#src/server/platform/alerts/alarms.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField } from '../fields.ts';
import { type Commands, defineCommand } from '../staff-command.ts';

export const APPLICATION_STATES = ['new', 'answered', 'declined'] as const;

/** Alarms, partner applications, and files of the newsletter's addresses and of what visitors do. */
export const officeCommands: Commands = {
  'resolve-alarm': defineCommand({
    summary: 'Mark an alarm as resolved; it opens again if its cause is still there',
    role: 'manager',
    input: z.object({ id: idField, note: textField(1_000, 1) }),
    subject: ({ id }) => `alarm:${id}`,
    run: async ({ tx, now }, { id }) => {
      const row = await tx.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst();
      if (row !== undefined && isClosedByRecount(row.kind))
        throw new StaffRefusal('The recount closes this alarm, once it finds everything sound.');
      const open = row !== undefined && row.resolved_at === null;
      if (!open || !(await closeAlarm(tx, row.kind, row.subject, BigInt(now))))
        throw new StaffRefusal('This alarm is not open.');
      return { message: 'The alarm is resolved.', detail: { kind: row.kind, of: row.subject } };
    },
  }),

  'set-application': defineCommand({
    summary: 'Record the outcome of a partner application',
    role: 'manager',
    input: z.object({
      id: idField,
      state: z.enum(APPLICATION_STATES),
      note: textField(2_000).default('').meta({ type: 'textarea' }),
    }),
    subject: ({ id }) => `application:${id}`,
    run: async ({ tx }, { id, state, note }) => {
      const row = await tx
        .updateTable('partner_applications')
        .set({ state, note })
        .where('id', '=', id)
        .returning('reference')
        .executeTakeFirst();
      if (row === undefined) throw new StaffRefusal('There is no such application.');
      return `Application ${row.reference} is ${state}.`;
    },
  }),

  'export-newsletter': defineCommand({
    summary: 'The confirmed addresses of the newsletter as CSV',
    role: 'manager',
    input: z.object({ reason: textField(1_000, 1).describe('What for') }),
    subject: () => 'newsletter',
    run: async ({ tx, now }) => {
      const rows = await tx
        .selectFrom('newsletter_subscribers')
        .select(['email', 'locale', 'confirmed_at'])
        .where('status', '=', 'confirmed')
        .orderBy('id')
        .execute();
      const body = rows.map(({ email, locale, confirmed_at: at }) => [email, locale, at === null ? null : isoTime(at)]);
      const file = csv('newsletter', ['email', 'locale', 'confirmed'], body, now);
      return { message: `${rows.length} addresses.`, detail: { addresses: rows.length }, file };
    },
  }),

  'export-views': defineCommand({
    summary: 'The views of each page, language and day as CSV',
    role: 'manager',
    input: z.object({}),
    subject: () => 'views',
    run: async ({ tx, now }) => {
      const rows = await tx
        .selectFrom('page_views')
        .select(['day', 'path', 'locale', 'views'])
        .orderBy('day')
        .orderBy('path')
        .orderBy('locale')
        .execute();
      return saved('views', ['day', 'path', 'locale', 'views'], rows.map(Object.values), now);
    },
  }),

  'export-answers': defineCommand({
    summary: 'The ratings of each answer of the FAQ and language as CSV',
    role: 'manager',
    input: z.object({}),
    subject: () => 'answers',
    run: async ({ tx, now }) => {
      const rows = (await readTallies(tx)).map(({ id, locale, value, votes }) => [id, locale, value, votes]);
      return saved('answers', ['question', 'locale', 'rating', 'votes'], rows, now);
    },
  }),

  'export-cards': defineCommand({
    summary: 'How many asked to pay by card on each day as CSV',
    role: 'manager',
    input: z.object({}),
    subject: () => 'cards',
    run: async ({ tx, now }) => {
      const rows = (await cardRequests(tx)).map(({ day, requests }) => [day, requests]);
      return saved('cards', ['day', 'requests'], rows, now);
    },
  }),
};

type Row = readonly unknown[];

/** The answer of a command that saves rows as a file. */
function saved(name: string, columns: readonly string[], rows: readonly Row[], now: number) {
  return { message: `${rows.length} rows.`, detail: { rows: rows.length }, file: csv(name, columns, rows, now) };
}

function csv(name: string, columns: readonly string[], rows: readonly Row[], now: number) {
  const body = toCsv([columns, ...rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))]);
  return { name: `${name}-${new Date(now).toISOString().slice(0, 10)}.csv`, body };
}
