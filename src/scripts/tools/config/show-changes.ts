import { query } from '#src/client/query.ts';
import type { ConfigHistory } from '#src/contract/figures.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { element, ltr, pageData, part } from '#src/scripts/shared/dom.ts';
import type { ConfigData } from './live-values.ts';
import { settingRows } from './setting-rows.ts';

/** The link below the table leads to the others. */
const MOST_ROWS = 30;

/** Lists the latest changes of the sale, the rates and the site, each with the value before and after it. */
export async function showChanges(box: HTMLElement): Promise<void> {
  const { texts, tag } = pageData<ConfigData>('config-data');
  const status = part(box, 'status');
  const cell = (column: 'when' | 'what' | 'before' | 'after', content: Node | string) =>
    element('td', { 'data-column': texts[`config.changes.${column}`] }, element('div', content));
  try {
    const { entries } = await query<ConfigHistory>('/api/config/history');
    part(box, 'rows').replaceChildren(
      ...settingRows(entries, { texts, tag })
        .slice(0, MOST_ROWS)
        .map(({ at, name, before, after }) =>
          element(
            'tr',
            cell('when', element('time', { datetime: at }, formatTime(at, tag))),
            cell('what', texts[name]),
            cell('before', ltr(before ?? '–')),
            cell('after', ltr(after ?? '–')),
          ),
        ),
    );
    part(box, 'table').hidden = entries.length === 0;
    box.append(element('p', element('a.link', { href: '/api/config/history' }, texts['config.changes.all'])));
    status.hidden = entries.length > 0;
    status.textContent = texts['config.changes.empty'];
  } catch (error) {
    console.warn(error);
    status.className = 'danger';
    status.textContent = texts['config.changes.unavailable'];
  }
}
