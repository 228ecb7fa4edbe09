import { StaffRefusal } from '../auth/refusal.ts';
import { time } from './cells.ts';
import type { Block, Card, Cell, ScreenRequest, Table, Ways } from './screen.ts';

/** Rows of a list on one page. */
const PAGE_SIZE = 50;
const MAX_PAGES = 100_000;

/** The columns of a table: each shows a field of its rows, or what a function makes of a row. */
export type Columns<Row> = Readonly<Record<string, (keyof Row & string) | ((row: Row) => Cell)>>;

/** A table of rows that are all shown. */
export function tableOf<Row>(title: string, columns: Columns<Row>, rows: readonly Row[], empty = 'None.'): Table {
  const cells = (row: Row) =>
    Object.values(columns).map((column) => (typeof column === 'function' ? column(row) : plain(column, row[column])));
  return { kind: 'table', title, columns: Object.keys(columns), rows: rows.map(cells), empty };
}

/** A stored value as text: a dash for none, and a time if the name of its field ends with `at`. */
function plain(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'bigint' && /(?:^|_)at$/.test(name) ? time(value) : String(value);
}

/** A query of the database that can be cut to a page. */
interface Query<Row> {
  limit(most: number): { offset(first: number): { execute(): Promise<readonly Row[]> } };
}

interface List<Row> {
  readonly title: string;
  readonly columns: Columns<Row>;
  readonly empty?: string;
  /** The field that counts its pages, if a screen has several lists. */
  readonly page?: string;
}

/** A page of a query as a table, with links to the pages around it. Throws StaffRefusal for an invalid page number. */
export async function listOf<Row>(
  request: ScreenRequest,
  query: Query<Row>,
  { title, columns, empty, page }: List<Row>,
): Promise<Table> {
  const { rows, ways } = await readPage(request, query, page);
  return { ...tableOf(title, columns, rows, empty), ...ways };
}

/** The same with a card for each row. */
export async function cardsOf<Row>(
  request: ScreenRequest,
  query: Query<Row>,
  card: (row: Row) => Card | Promise<Card>,
  empty: string,
): Promise<readonly Block[]> {
  const { rows, ways } = await readPage(request, query);
  const cards = rows.length === 0 ? [{ kind: 'text', text: empty } as const] : await Promise.all(rows.map(card));
  const links = [
    ['Back', ways.back],
    ['More', ways.more],
  ] as const;
  return [...cards, ...links.flatMap(([text, to]) => (to === undefined ? [] : [{ kind: 'text', text, to } as const]))];
}

/** The requested page. Filters are kept from page to page. */
async function readPage<Row>({ query, screen }: ScreenRequest, rows: Query<Row>, name = 'page') {
  const typed = query[name] ?? '';
  const number = typed === '' ? 1 : Number(typed);
  if (!/^\d{0,6}$/.test(typed) || number < 1 || number > MAX_PAGES)
    throw new StaffRefusal(`"${name}" must be the number of a page.`);
  // One row more than a page has reveals a further page.
  const read = await rows
    .limit(PAGE_SIZE + 1)
    .offset((number - 1) * PAGE_SIZE)
    .execute();
  const to = (page: number) => addressOf(screen, { ...query, [name]: page === 1 ? '' : String(page) });
  const ways: Ways = {
    ...(number > 1 ? { back: to(number - 1) } : {}),
    ...(read.length > PAGE_SIZE ? { more: to(number + 1) } : {}),
  };
  return { rows: read.slice(0, PAGE_SIZE), ways };
}

export function addressOf(screen: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const text = new URLSearchParams(said).toString();
  return `/staff/${screen}${text === '' ? '' : `?${text}`}`;
}
