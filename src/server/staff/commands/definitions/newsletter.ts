import { z } from 'zod';
import { toCsv } from '#src/lib/text/csv.ts';
import { isoTime } from '../../../util/iso-time.ts';
import { textField } from '../fields.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

/** Exporting the newsletter’s addresses. */
export const newsletterCommands: Readonly<Record<string, StaffCommand>> = {
  'export-newsletter': defineCommand({
    summary: 'The confirmed addresses of the newsletter as CSV',
    role: 'manager',
    input: z.object({ reason: textField(1_000, 1).describe('What for') }),
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
};
