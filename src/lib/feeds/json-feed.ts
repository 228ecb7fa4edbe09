import type { AtomFeed } from './atom-feed.ts';

/** The same feed as JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeed({ title, language, page, self, entries }: AtomFeed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language,
    home_page_url: page,
    feed_url: self,
    authors: [{ name: 'SYNX' }],
    items: entries.map(({ title, summary, day, url }) => ({
      ...{ id: url, url, title, summary },
      content_text: summary,
      date_published: `${day}T00:00:00Z`,
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}
