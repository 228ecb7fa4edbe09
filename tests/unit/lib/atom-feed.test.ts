import { expect, it } from 'vitest';
import { atomFeed } from '#src/lib/feeds/atom-feed.ts';

const feed = { title: 'Press', language: 'en', page: 'https://a.example/p', self: 'https://a.example/p/feed.xml' };

it('writes the entries newest first, escaped, dated like the newest', () => {
  const entry = { title: 'A & B', summary: '<b>', day: '2026-05-04', url: 'https://a.example/p/a' };
  const xml = atomFeed({ ...feed, entries: [entry] });
  expect(xml).toContain('<title>A &amp; B</title>');
  expect(xml).toContain('<summary>&lt;b&gt;</summary>');
  expect(xml.match(/<updated>2026-05-04T00:00:00Z<\/updated>/g)).toHaveLength(2);
});

it('is a valid feed without any entry', () => {
  expect(atomFeed({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00Z</updated>\n</feed>');
});
