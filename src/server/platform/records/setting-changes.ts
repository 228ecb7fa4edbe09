import { CHANGES_SHOWN, type ConfigHistory, SETTING_EVENTS } from '#src/contract/figures.ts';
import type { Db } from '../database/tables.ts';

/** The latest changes of the sale, the rates and the site in the system log, newest first. */
export async function settingChanges(db: Db): Promise<ConfigHistory> {
  const rows = await db
    .selectFrom('records')
    .select('body')
    .where('kind', '=', 'news')
    // Canonical JSON has no white space, and no value of a record contains quotation marks.
    .where((row) => row.or(SETTING_EVENTS.map((event) => row('body', 'like', `%"event":"${event}"%`))))
    .orderBy('number', 'desc')
    .limit(CHANGES_SHOWN)
    .execute();
  return {
    entries: rows.map(({ body }) => {
      const { number, at, event, data } = JSON.parse(body) as ConfigHistory['entries'][number];
      return { number, at, event, data };
    }),
  };
}
