import { StaffRefusal } from '../auth/refusal.ts';
import type { Cell, Paragraph, ScreenRequest, Table } from './screen.ts';

/** Rows of a list on one page. */
export const PAGE_SIZE = 50;
const MAX_PAGES = 100_000;

/** One page of a list: its limits for the database, and the links to the pages around it. */
export interface Page {
  /** One row more than a page has, which reveals a further page. */
  readonly limit: number;
  readonly offset: number;
  /** The rows of this page, out of the rows read. */
  cut<Row>(rows: readonly Row[]): readonly Row[];
  /** For a table. */
  ways(rows: readonly unknown[]): Pick<Table, 'back' | 'more'>;
  /** For a list of cards. */
  links(rows: readonly unknown[]): readonly Paragraph[];
}

/**
 * The requested page of a screen's list; `name` is the field that counts its pages, if a screen has several lists.
 * Filters are kept from page to page. Throws StaffRefusal for an invalid page number.
 */
export function pageOf({ query }: Pick<ScreenRequest, 'query'>, screen: string, name = 'page'): Page {
  const typed = query[name] ?? '';
  const number = typed === '' ? 1 : Number(typed);
  if (!/^\d{0,6}$/.test(typed) || number < 1 || number > MAX_PAGES)
    throw new StaffRefusal(`"${name}" must be the number of a page.`);
  const to = (page: number) => addressOf(screen, { ...query, [name]: page === 1 ? '' : String(page) });
  const ways = (rows: readonly unknown[]) => ({
    ...(number > 1 ? { back: to(number - 1) } : {}),
    ...(rows.length > PAGE_SIZE ? { more: to(number + 1) } : {}),
  });
  return {
    limit: PAGE_SIZE + 1,
    offset: (number - 1) * PAGE_SIZE,
    cut: (rows) => rows.slice(0, PAGE_SIZE),
    ways,
    links: (rows) => {
      const { back, more } = ways(rows);
      return [
        ...(back === undefined ? [] : [{ kind: 'text' as const, text: 'Back', to: back }]),
        ...(more === undefined ? [] : [{ kind: 'text' as const, text: 'More', to: more }]),
      ];
    },
  };
}

/** A query of the database that can be cut to a page. */
interface Query<Row> {
  limit(most: number): { offset(first: number): { execute(): Promise<readonly Row[]> } };
}

/** Reads a page of a query into a table, which leads to the pages around it. */
export async function pagedTable<Row>(
  page: Page,
  query: Query<Row>,
  { cells, ...table }: Pick<Table, 'title' | 'columns' | 'empty'> & { readonly cells: (row: Row) => readonly Cell[] },
): Promise<Table> {
  const rows = await query.limit(page.limit).offset(page.offset).execute();
  return { kind: 'table', ...table, rows: page.cut(rows).map(cells), ...page.ways(rows) };
}

/** The address of a screen with a query. */
export function addressOf(screen: string, query: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const text = new URLSearchParams(said).toString();
  return `/staff/${screen}${text === '' ? '' : `?${text}`}`;
}
