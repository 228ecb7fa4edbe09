import { expect, test } from 'vitest';
import { formatDay } from '#src/lib/time/format-day.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { hasPassed } from '#src/lib/time/stated-dates.ts';

test('the first of a month is an ordinal where readers expect one', () => {
  expect(formatDay('2026-03-01', 'en')).toBe('March 1, 2026');
  expect(formatDay('2026-03-01', 'fr')).toBe('1er mars 2026');
  expect(formatDay('2026-03-11', 'fr')).toBe('11 mars 2026');
  expect(formatDay('2026-03-01', 'pt-PT')).toBe('1º de março de 2026');
  expect(formatDay('2026-03-01', 'it', 'short')).toBe('1º mar 2026');
});

test('the first of a month is a plain number in every other language that begins with the day', () => {
  expect(formatDay('2026-03-01', 'es')).toBe('1 de marzo de 2026');
  expect(formatDay('2026-03-01', 'nl')).toBe('1 maart 2026');
});

test('a stated day has passed from its first second in UTC on', () => {
  const first = Date.parse('2026-03-01T00:00:00Z');
  expect(hasPassed('2026-03-01', first)).toBe(true);
  expect(hasPassed('2026-03-01', first - 1)).toBe(false);
});

test('a time has its date, hour, minute and second', () => {
  const text = formatTime('2026-03-05T12:34:56Z', 'en');
  expect(text).toContain('2026');
  expect(text).toMatch(/\d:\d\d:56/);
});
