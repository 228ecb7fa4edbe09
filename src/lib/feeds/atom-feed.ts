import { escapeHtml } from '#src/lib/text/escape-html.ts';

export interface AtomFeed {
  readonly title: string;
  /** BCP-47 tag. */
  readonly language: string;
  /** Addresses in full: the page the feed belongs to, and the feed. */
  readonly page: string;
  readonly self: string;
  /** Newest first; `day` is an ISO 8601 day. */
  readonly entries: readonly { title: string; summary: string; day: string; url: string }[];
}

/** Writes an Atom feed (RFC 4287). A feed without entries is dated 1970, since nothing in it has ever changed. */
export function atomFeed({ title, language, page, self, entries }: AtomFeed): string {
  const time = (day: string) => `${day}T00:00:00Z`;
  const items = entries.map(
    (entry) => `  <entry>
    <title>${escapeHtml(entry.title)}</title>
    <id>${escapeHtml(entry.url)}</id>
    <link href="${escapeHtml(entry.url)}"/>
    <updated>${time(entry.day)}</updated>
    <summary>${escapeHtml(entry.summary)}</summary>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
  <title>${escapeHtml(title)}</title>
  <id>${escapeHtml(page)}</id>
  <author><name>SYNX</name></author>
  <link href="${escapeHtml(page)}"/>
  <link rel="self" href="${escapeHtml(self)}"/>
  <updated>${time(entries[0]?.day ?? '1970-01-01')}</updated>
${items.join('')}</feed>
`;
}
