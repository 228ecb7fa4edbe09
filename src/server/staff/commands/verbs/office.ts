import { z } from 'zod';
import { TOKENS } from '#src/config/tokens.ts';
import { toCsv } from '#src/lib/text/csv.ts';
import { closeAlarm } from '../../../alerts/alarms.ts';
import { LIVE_SETTINGS, type LiveSetting } from '../../../context/live-settings.ts';
import { isoTime } from '../../../util/iso-time.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { idField, textField } from '../fields.ts';
import { defineVerb, type Verb } from '../verb.ts';

export const APPLICATION_STATES = ['new', 'answered', 'declined'] as const;
const MOST_MESSAGE = 300;

/** Alarms, partner applications and settings. */
export const officeVerbs: Readonly<Record<string, Verb>> = {
  'resolve-alarm': defineVerb({
    summary: 'Note that an alarm has been dealt with; it opens again while its cause is there',
    role: 'manager',
    input: z.object({ id: idField, note: textField(1_000, 1) }),
    run: async ({ tx, now }, { id }) => {
      const row = await tx.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst();
      const open = row !== undefined && row.resolved_at === null;
      if (!open || !(await closeAlarm(tx, row.kind, row.subject, BigInt(now))))
        throw new StaffRefusal('This alarm is not open.');
      return { message: 'The alarm is resolved.', subject: `alarm:${id}`, detail: { kind: row.kind, of: row.subject } };
    },
  }),

  'set-application': defineVerb({
    summary: 'Note what became of a partner application',
    role: 'manager',
    input: z.object({ id: idField, state: z.enum(APPLICATION_STATES), note: textField(2_000).default('') }),
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

  'export-newsletter': defineVerb({
    summary: 'The confirmed addresses of the newsletter as CSV',
    role: 'manager',
    input: z.object({ reason: textField(1_000, 1) }),
    run: async ({ tx, now }) => {
      const rows = await tx
        .selectFrom('newsletter_subscribers')
        .select(['email', 'locale', 'confirmed_at'])
        .where('status', '=', 'confirmed')
        .orderBy('id')
        .execute();
      const body = toCsv([
        ['email', 'locale', 'confirmed'],
        ...rows.map((row) => [row.email, row.locale, row.confirmed_at === null ? null : isoTime(row.confirmed_at)]),
      ]);
      return {
        message: `${rows.length} addresses.`,
        subject: 'newsletter',
        detail: { addresses: rows.length },
        file: { name: `newsletter-${new Date(now).toISOString().slice(0, 10)}.csv`, body },
      };
    },
  }),

  'set-setting': defineVerb({
    summary: 'Set what may be set while the server runs; every value stays in the history',
    role: 'manager',
    input: z.object({
      key: z.enum(Object.keys(LIVE_SETTINGS) as [LiveSetting, ...LiveSetting[]]),
      value: textField(1_000).default(''),
      reason: textField(1_000, 1),
    }),
    run: async ({ tx, actor, now }, { key, value, reason }) => {
      const checked = key === 'switched-off-tokens' ? tokenList(value) : message(value);
      await tx
        .insertInto('live_settings')
        .values({ key, value: checked, reason, set_by: actor.name, created_at: BigInt(now) })
        .execute();
      return { message: `${key} is set.`, subject: `setting:${key}` };
    },
  }),
};

function tokenList(text: string): string {
  const tokens = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const unknown = tokens.find((token) => !TOKENS.some(({ chainId, symbol }) => token === `${chainId}:${symbol}`));
  if (unknown !== undefined) throw new StaffRefusal(`${unknown} is no payment option. They are like 1:USDT.`);
  return [...new Set(tokens)].join(',');
}

function message(text: string): string {
  if (text.length > MOST_MESSAGE) throw new StaffRefusal(`The message has at most ${MOST_MESSAGE} characters.`);
  return text;
}
