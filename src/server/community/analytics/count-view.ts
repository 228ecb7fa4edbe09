import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { OTHER_PAGES, PAGE_PATHS } from '#src/config/page-paths.ts';
import type { AnalyticsEventRequest } from '#src/contract/analytics.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** The paths of all pages of the site: the listed ones, and every press release in `<directory>/press/`. */
export function countedPaths(directory: string): ReadonlySet<string> {
  const folder = join(directory, 'press');
  const releases = existsSync(folder) ? globSync('*/*.md', { cwd: folder }) : [];
  return new Set([...PAGE_PATHS, ...OTHER_PAGES, ...releases.map((file) => `/press-release/${basename(file, '.md')}`)]);
}

/** Adds one to a page's views on a day (UTC), and records nothing else. `path` must be of an existing page. */
export async function countView(db: Db, { path, locale }: AnalyticsEventRequest, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = await db
    .updateTable('page_views')
    .set((row) => ({ views: row('views', '+', 1n) }))
    .where((where) => where.and({ day, path, locale }))
    .executeTakeFirst();
  if (counted.numUpdatedRows > 0n) return;
  await sql`
    insert into page_views (day, path, locale, views)
    values (${day}, ${path}, ${locale}, 1)
    on conflict (day, path, locale) do update set views = page_views.views + 1`.execute(db);
}
