export interface CalendarDay {
  /** The same in every edition of the file. */
  readonly id: string;
  /** ISO 8601 day. */
  readonly day: string;
  readonly title: string;
  readonly text: string;
}

/** A calendar of whole days (RFC 5545). `stamp` is the time of its source, ISO 8601. */
export function calendarFile(name: string, days: readonly CalendarDay[], stamp: string): string {
  const stamped = stamp.replace(/[-:]|\.\d+/g, '');
  const events = days.flatMap(({ id, day, title, text }) => [
    'BEGIN:VEVENT',
    `UID:${id}@synx`,
    `DTSTAMP:${stamped}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(text)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SYNX//Dates//EN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Lines of at most 75 bytes, never cut within a character; a continuation begins with a space. */
function fold(line: string): string {
  const bytes = new TextEncoder();
  let folded = '';
  let length = 0;
  for (const character of line) {
    const more = bytes.encode(character).length;
    if (length + more > 75) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += more;
  }
  return folded;
}
