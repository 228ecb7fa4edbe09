import { query } from '#src/client/query.ts';
import type { News } from '#src/contract/records.ts';
import { element, pageData, part } from '#src/scripts/shared/dom.ts';
import { type NewsPageData, newsItem } from './news-entry.ts';

/** Fills the system log of the page with its latest entries, and a link to all of them. */
export async function showNews(box: HTMLElement): Promise<void> {
  const data = pageData<NewsPageData>('news-data');
  const status = part(box, 'status');
  const list = part<HTMLOListElement>(box, 'entries');
  try {
    const { entries, total } = await query<News>('/api/news');
    list.start = total;
    list.replaceChildren(...entries.map((entry) => newsItem(entry, data)));
    status.textContent = entries.length === 0 ? data.texts['news.empty'] : '';
    box.append(element('p', element('a', { href: '/api/records/news' }, data.texts['news.all'])));
  } catch (error) {
    console.warn(error);
    status.className = 'danger';
    status.textContent = data.texts['news.unavailable'];
  }
}
