import { z } from 'zod';
import { toCsv } from '#src/lib/text/csv.ts';
import { readTallies } from '../../../faq/tally-votes.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

/** The counts of visits as files. */
export const visitCommands: Readonly<Record<string, StaffCommand>> = {
  'export-views': defineCommand({
    summary: 'The views of each page, language and day as CSV',
    role: 'manager',
    input: z.object({}),
    run: async ({ tx, now }) => {
      const rows = await tx
        .selectFrom('page_views')
        .select(['day', 'path', 'locale', 'views'])
        .orderBy('day')
        .orderBy('path')
        .orderBy('locale')
        .execute();
      return csv('views', ['day', 'path', 'locale', 'views'], rows.map(Object.values), now);
    },
  }),
  'export-answers': defineCommand({
    summary: 'The ratings of each answer of the FAQ and language as CSV',
    role: 'manager',
    input: z.object({}),
    run: async ({ tx, now }) => {
      const rows = (await readTallies(tx)).map(({ id, locale, value, votes }) => [id, locale, value, votes]);
      return csv('answers', ['question', 'locale', 'rating', 'votes'], rows, now);
    },
  }),
};

function csv(name: string, columns: readonly string[], rows: readonly (readonly unknown[])[], now: number) {
  const body = toCsv([columns, ...rows.map((row) => row.map(String))]);
  return {
    message: `${rows.length} rows.`,
    subject: name,
    detail: { rows: rows.length },
    file: { name: `${name}-${new Date(now).toISOString().slice(0, 10)}.csv`, body },
  };
}
