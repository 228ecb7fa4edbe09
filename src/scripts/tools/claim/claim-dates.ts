import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import { saveFile } from '#src/client/save-file.ts';
import { fill } from '#src/lib/text/fill.ts';
import { synxText } from './claim-format.ts';

/** Offers the dates on which amounts of an entry open as a calendar file; for what opens little by little, its end. */
export function saveDates({ parts, contract, address }: ClaimReading, title: string, tag: string): void {
  const now = contract?.time ?? 0n;
  const times = [...new Set(parts.flatMap(({ amount, end }) => (amount > 0n && end > now ? [end] : [])))];
  const events = times.flatMap((time) => {
    const amount = parts.filter(({ end }) => end === time).reduce((sum, part) => sum + part.amount, 0n);
    return [
      'BEGIN:VEVENT',
      `UID:${address}-${time}@synx`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART:${stamp(time)}`,
      `SUMMARY:SYNX: ${escaped(fill(title, { n: synxText(amount, tag) }))}`,
      'END:VEVENT',
    ];
  });
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//SYNX//Claim//EN', ...events, 'END:VCALENDAR', ''];
  saveFile('synx-claim.ics', 'text/calendar', lines.join('\r\n'));
}

/** 20270301T000000Z */
function stamp(seconds: bigint): string {
  return `${new Date(Number(seconds) * 1000).toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

/** RFC 5545: commas and the like separate values. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`);
}
