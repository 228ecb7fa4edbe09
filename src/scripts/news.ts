import { query } from '#src/client/query.ts';
import type { News } from '#src/contract/records.ts';
import { formatTime } from '#src/lib/format-time.ts';
import { element, part } from './dom.ts';
import { type NewsPageData, newsSentence } from './news-entry.ts';
import { pageData } from './page-data.ts';

const root = document.querySelector<HTMLElement>('[data-news]');
if (root !== null) void showNews(root);

/** Fills the system log of the page with its latest entries. */
async function showNews(box: HTMLElement): Promise<void> {
  const data = pageData<NewsPageData>('news-data');
  const status = part(box, 'status');
  const list = part<HTMLOListElement>(box, 'entries');
  try {
    const { entries, total } = await query<News>('/api/news');
    list.start = total;
    list.replaceChildren(
      ...entries.map((entry) =>
        element(
          'li',
          {},
          element('time', { class: 'note block', datetime: entry.at }, formatTime(entry.at, data.tag)),
          newsSentence(entry, data),
        ),
      ),
    );
    status.textContent = entries.length === 0 ? data.texts['news.empty'] : '';
  } catch (error) {
    console.warn(error);
    status.className = 'danger';
    status.textContent = data.texts['news.unavailable'];
  }
}
