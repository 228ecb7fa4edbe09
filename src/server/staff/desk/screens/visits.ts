import { cardRequests } from '#src/server/community/analytics/card-requests.ts';
import { readTallies } from '#src/server/community/faq/tally-votes.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { tableOf } from '../../screen/list.ts';
import type { Card, ScreenDefinition, Table } from '../../screen/screen.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Rows of a table; the files of its card have all. */
const SHOWN = 200;

/** Which pages are read, which answers help, and how many would pay by card: counts, and nothing of a person. */
export const visitsScreen: ScreenDefinition = {
  label: 'Visits',
  role: 'manager',
  load: async ({ context: { db }, now }) => ({
    title: `What visitors read, in the last ${DAYS} days`,
    blocks: [await viewsTable(db, now), await answersTable(db), await cardsTable(db, now), FILES],
  }),
};

async function viewsTable(db: Db, now: number): Promise<Table> {
  const rows = await db
    .selectFrom('page_views')
    .select((row) => ['path', 'locale', row.fn.sum<bigint>('views').as('views')])
    .where('day', '>', new Date(now - DAYS * DAY_MS).toISOString().slice(0, 10))
    .groupBy(['path', 'locale'])
    .orderBy('views', 'desc')
    .orderBy('path')
    .orderBy('locale')
    .limit(SHOWN)
    .execute();
  const columns = { Page: 'path', Language: 'locale', Views: 'views' } as const;
  return tableOf('Page views of visitors who allow to be counted', columns, rows, 'No page was counted.');
}

async function answersTable(db: Db): Promise<Table> {
  const answers = new Map<string, { id: string; locale: string; up: bigint; down: bigint }>();
  for (const { id, locale, value, votes } of await readTallies(db)) {
    const answer = answers.get(`${id} ${locale}`) ?? { id, locale, up: 0n, down: 0n };
    answers.set(`${id} ${locale}`, { ...answer, [value]: votes });
  }
  const worst = [...answers.values()].sort((a, b) => Number(b.down - b.up - (a.down - a.up)));
  const title = 'Answers of the FAQ, the least helpful first, since the site opened';
  const columns = { Question: 'id', Language: 'locale', Helpful: 'up', 'Not helpful': 'down' } as const;
  return tableOf(title, columns, worst.slice(0, SHOWN), 'Nobody has rated an answer.');
}

async function cardsTable(db: Db, now: number): Promise<Table> {
  const rows = await cardRequests(db, now - DAYS * DAY_MS);
  const columns = { 'Day (UTC)': 'day', Requests: 'requests' } as const;
  return tableOf('Requests to pay by card, which is not live', columns, rows, 'Nobody has asked to pay by card.');
}

const FILES: Card = {
  kind: 'card',
  title: 'Files',
  facts: [['Format', 'CSV, every row since the site opened; requests to pay by card are kept for 30 days']],
  forms: [
    { command: 'export-views', button: 'Page views' },
    { command: 'export-answers', button: 'Ratings of answers' },
    { command: 'export-cards', button: 'Requests to pay by card' },
  ],
};
