import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import { saveFile } from '#src/client/save-file.ts';
import { fill } from '#src/lib/text/fill.ts';
import { synxText } from './claim-format.ts';

/** Offers the dates on which amounts of an entry open as a calendar file; for what opens little by little, its end. */
export async function saveDates(reading: ClaimReading, title: string, tag: string): Promise<void> {
  saveFile('synx-claim.ics', 'text/calendar', await datesText(reading, title, tag));
}

/** The calendar file. What writes it loads only now: few who look at an entry want its dates. */
export async function datesText(
  { parts, contract, address }: Pick<ClaimReading, 'parts' | 'contract' | 'address'>,
  title: string,
  tag: string,
): Promise<string> {
  const { ICalCalendar } = await import('ical-generator');
  const now = contract?.time ?? 0n;
  const calendar = new ICalCalendar({ name: 'SYNX', prodId: '//SYNX//Claim//EN' });
  const times = [...new Set(parts.flatMap(({ amount, end }) => (amount > 0n && end > now ? [end] : [])))];
  for (const time of times) {
    const amount = parts.filter(({ end }) => end === time).reduce((sum, part) => sum + part.amount, 0n);
    calendar.createEvent({
      // The same in every edition of the file, so that an import replaces the earlier one's.
      id: `${address}-${time}@synx`,
      stamp: dateOf(now),
      start: dateOf(time),
      summary: `SYNX: ${fill(title, { n: synxText(amount, tag) })}`,
    });
  }
  return calendar.toString();
}

function dateOf(seconds: bigint): Date {
  return new Date(Number(seconds) * 1_000);
}
