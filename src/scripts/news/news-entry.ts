import { CHAINS } from '#src/config/chains.ts';
import type { Incident, News, NewsData, NewsEvent } from '#src/contract/records.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { listOf } from '#src/lib/text/joins.ts';
import { plural } from '#src/lib/text/plural.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { element } from '#src/scripts/shared/dom.ts';

/** The build's data for the script of the system log. */
export interface NewsPageData {
  readonly texts: Texts<'news'>;
  readonly tag: string;
}

type Entry = News['entries'][number];

/** One entry of the system log with its time, as an item of a list. */
export function newsItem(entry: Entry, page: NewsPageData): HTMLLIElement {
  const time = element('time.note.block', { datetime: entry.at }, formatTime(entry.at, page.tag));
  return element('li', time, newsSentence(entry, page));
}

/** One entry of the system log as a sentence in the visitor's language, built only from its code and values. */
export function newsSentence({ event, data }: Pick<Entry, 'event' | 'data'>, { texts, tag }: NewsPageData): string {
  return fill(texts[`news.${event}`], valuesOf(event, data, { texts, tag }));
}

function valuesOf(event: NewsEvent, data: Entry['data'], { texts, tag }: NewsPageData): Record<string, string> {
  switch (event) {
    case 'rate-changed':
      return { rate: formatPercent((data as NewsData<'rate-changed'>).rate, tag, 0, 4) };
    case 'build-released':
    case 'build-withdrawn':
    case 'build-reinstated':
      return { ...(data as NewsData<'build-released'> | NewsData<'build-withdrawn'>) };
    case 'facts-changed': {
      const { facts, more } = data as NewsData<'facts-changed'>;
      const named = listOf(facts, tag);
      return {
        facts:
          more === 0
            ? named
            : fill(plural(texts, 'news.andMore', more, tag), { facts: named, count: formatNumber(String(more), tag) }),
      };
    }
    case 'incident-opened':
    case 'incident-closed': {
      const { incident, chainId, ...rest } = data as NewsData<'incident-opened'> & { readonly since?: string };
      const words = texts[`news.incident.${incident as Incident}`] ?? incident;
      const chain = chainId === null ? '' : CHAINS[chainId].name;
      const since = rest.since === undefined ? {} : { since: formatTime(rest.since, tag) };
      return { incident: fill(words, { chain }), ...since };
    }
    default: {
      const { phase, price, ...rest } = data as NewsData<'sale-closed'> & { readonly window?: number };
      const window = rest.window === undefined ? {} : { window: formatNumber(String(rest.window), tag) };
      return { phase: formatNumber(String(phase), tag), price: formatUsd(price, tag, 6), ...window };
    }
  }
}
