import { expect, it } from 'vitest';
import { jsonFeed } from '#src/lib/feeds/json-feed.ts';

const feed = {
  title: 'Press "SYNX"',
  language: 'de',
  page: 'https://synx.example/de/press-release',
  self: 'https://synx.example/de/press-release/feed.json',
};
const entry = { title: 'A', summary: 'B', day: '2026-05-04', url: 'https://synx.example/de/press-release/a' };

it('is a feed of version 1.1 whose items have an id, an address, text and a time', () => {
  expect(JSON.parse(jsonFeed({ ...feed, entries: [entry] }))).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    language: 'de',
    home_page_url: feed.page,
    feed_url: feed.self,
    items: [{ id: entry.url, url: entry.url, title: 'A', content_text: 'B', date_published: '2026-05-04T00:00:00Z' }],
  });
});
