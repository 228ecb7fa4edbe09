import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import type { ContentDocument } from './document.ts';

/** Whether a document is a press release whose day, in UTC, has not begun at a time. */
export function isWaiting({ kind, date }: Pick<ContentDocument, 'kind' | 'date'>, now: Date): boolean {
  return kind === 'press' && date > now.toISOString().slice(0, 10);
}

/** The press releases that wait for their day, one line each. */
export function waitingReleases(documents: readonly ContentDocument[], now: Date): readonly string[] {
  return documents
    .filter((document) => document.locale === DEFAULT_LOCALE && isWaiting(document, now))
    .map(({ name, date }) => `content/press/en/${name}.md waits for ${date}: builds of older commits leave it out`);
}
