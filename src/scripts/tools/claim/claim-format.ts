import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element } from '#src/scripts/shared/dom.ts';

/** SYNX from base units, with all of its digits. */
export function synxText(units: bigint, tag: string): string {
  return formatNumber(formatUnits(units, SYNX_DECIMALS), tag, 0, SYNX_DECIMALS);
}

/** A network fee from base units of a coin. */
export function feeText(units: bigint, tag: string): string {
  return formatNumber(formatUnits(units, 18), tag, 0, 6);
}

/** A time of the contract in UTC, by which everybody means the same moment. */
export function utcText(seconds: bigint, tag: string): string {
  return timeText(seconds, tag, { timeZone: 'UTC', timeZoneName: 'short' });
}

/** The same, perhaps as the {date} of a sentence, and below it by the visitor's clock if that is another. */
export function timeView(seconds: bigint, tag: string, sentence = '{date}'): HTMLElement {
  const utc = utcText(seconds, tag);
  const local = timeText(seconds, tag, { timeZoneName: 'short' });
  return element('span', fill(sentence, { date: utc }), local !== utc && element('span.note.block', local));
}

function timeText(seconds: bigint, tag: string, zone: Intl.DateTimeFormatOptions): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(tag, { ...parts, ...zone }).format(new Date(Number(seconds) * 1000));
}
