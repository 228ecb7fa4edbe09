import { expect, it } from 'vitest';
import { calendarFile } from '#src/lib/feeds/calendar-file.ts';

const STAMP = '2026-11-21T10:20:30.000Z';

it('writes whole days according to RFC 5545', () => {
  const file = calendarFile('SYNX', [{ id: 'tge', day: '2025-11-01', title: 'TGE', text: 'stated' }], STAMP);
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//SYNX//Dates//EN',
    'X-WR-CALNAME:SYNX',
    'BEGIN:VEVENT',
    'UID:tge@synx',
    'DTSTAMP:20261121T102030Z',
    'DTSTART;VALUE=DATE:20251101',
    'SUMMARY:TGE',
    'DESCRIPTION:stated',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('escapes separators, and folds long lines at 75 bytes without cutting a character', () => {
  const title = `a, b; c\\ ${'ж'.repeat(60)}`;
  const file = calendarFile('SYNX', [{ id: 'x', day: '2025-11-01', title, text: '' }], STAMP);
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:a\\, b\\; c\\\\ ${'ж'.repeat(60)}`);
});

it('does not fold a line of exactly 75 bytes', () => {
  const title = 'a'.repeat(75 - 'SUMMARY:'.length);
  const [fits, folded] = [title, `${title}a`].map((each) =>
    calendarFile('SYNX', [{ id: 'x', day: '2025-11-01', title: each, text: '' }], STAMP),
  );
  expect(fits).toContain(`SUMMARY:${title}\r\n`);
  expect(folded).toContain(`SUMMARY:${title}\r\n a\r\n`);
});
