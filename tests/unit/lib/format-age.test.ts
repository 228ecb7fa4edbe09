import { expect, test } from 'vitest';
import { formatAge } from '#src/lib/time/format-age.ts';

test.each([
  [0, 'this minute'],
  [-5_000, 'this minute'],
  [59_999, 'this minute'],
  [60_000, '1 minute ago'],
  [3_599_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [7_300_000, '2 hours ago'],
  [86_400_000 * 3, '3 days ago'],
])('%d ms is %s', (milliseconds, text) => {
  expect(formatAge(milliseconds, 'en')).toBe(text);
});

test('uses the page’s language', () => {
  expect(formatAge(300_000, 'de')).toBe('vor 5 Minuten');
});
