import type { ConfigHistory } from '#src/contract/figures.ts';
import type { NewsData } from '#src/contract/records.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { listOf } from '#src/lib/text/joins.ts';

type Entry = ConfigHistory['entries'][number];
type Name = keyof Texts<'config'>;

interface Language {
  readonly texts: Texts<'config'>;
  readonly tag: string;
}

/** One change of one setting; null where the history does not say or there is no value. */
export interface SettingRow {
  /** ISO 8601. */
  readonly at: string;
  /** The key of its name. */
  readonly name: Name;
  readonly before: string | null;
  readonly after: string | null;
}

/** The settings that changed, newest first like `entries`. The value before a change is in an older entry. */
export function settingRows(entries: readonly Entry[], language: Language): readonly SettingRow[] {
  const known = new Map<Name, string>();
  const rows = [...entries].reverse().flatMap((entry): readonly SettingRow[] => {
    const { at } = entry;
    const single = singleChange(entry, language);
    if (single !== null) return [{ at, ...single }];
    return settingsOf(entry, language).flatMap(([name, after]) => {
      const before = known.get(name) ?? null;
      known.set(name, after);
      return before === after ? [] : [{ at, name, before, after }];
    });
  });
  return rows.reverse();
}

/** An addition to a list, or a removal from one: neither has one value before and after. */
function singleChange({ event, data }: Entry, { texts, tag }: Language): Omit<SettingRow, 'at'> | null {
  switch (event) {
    case 'build-withdrawn':
      return { name: 'config.withdrawn', before: null, after: (data as NewsData<'build-withdrawn'>).commit };
    case 'build-reinstated':
      return { name: 'config.withdrawn', before: (data as NewsData<'build-reinstated'>).commit, after: null };
    case 'facts-changed': {
      const { facts, more } = data as NewsData<'facts-changed'>;
      const rest = fill(texts['config.changes.more'], { count: formatNumber(String(more), tag) });
      return {
        name: 'config.changes.facts',
        before: null,
        after: listOf(more === 0 ? facts : [...facts, rest], tag),
      };
    }
    default:
      return null;
  }
}

/** The settings that an entry states, each with its value. */
function settingsOf({ event, data }: Entry, { texts, tag }: Language): readonly (readonly [Name, string])[] {
  switch (event) {
    case 'sale-opened':
      return [['config.sale', texts['config.sale.open']], ...saleOf(data as NewsData<'sale-opened'>, tag)];
    case 'phase-changed':
      return saleOf(data as NewsData<'phase-changed'>, tag);
    case 'window-restarted':
      return [['config.windowNumber', formatNumber(String((data as NewsData<'window-restarted'>).window), tag)]];
    case 'sale-closed':
      return [['config.sale', texts['config.sale.closed']]];
    case 'rate-changed':
      return [['config.apy', formatPercent((data as NewsData<'rate-changed'>).rate, tag, 0, 4)]];
    case 'build-released': {
      const { version, build } = data as NewsData<'build-released'>;
      return [['config.changes.build', `${version} · ${build}`]];
    }
    default:
      return [];
  }
}

function saleOf({ phase, price, window }: NewsData<'sale-opened'>, tag: string): readonly (readonly [Name, string])[] {
  return [
    ['config.phase', formatNumber(String(phase), tag)],
    ['config.token', formatUsd(price, tag, 6)],
    ['config.windowNumber', formatNumber(String(window), tag)],
  ];
}
