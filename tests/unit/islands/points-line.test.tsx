import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { courseOf, PointsLine } from '#src/islands/airdrop-dashboard/PointsLine.tsx';
import { $pointEntries } from '#src/stores/airdrop.ts';
import { onPage } from '../states/support/on-page.tsx';
import { fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$pointEntries]);

/** Entries of 50 points, a day apart, the newest first. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ time: new Date(Date.UTC(2026, 10, 27) - index * 86_400_000).toISOString(), points: 50 },
  }));

function lineOf(count: number, total: number): string {
  $pointEntries.set({ loading: false, data: { entries: entries(count), totalPoints: total, next: null } as never });
  return renderToStaticMarkup(onPage(<PointsLine total={total} />));
}

test('without an entry and with one there is no line', () => {
  expect(lineOf(0, 0)).toBe('');
  expect(lineOf(1, 50)).toBe('');
});

test('it rises in steps to the total of now, and says from when to when', () => {
  const html = lineOf(2, 100);
  expect(html).toContain('d="M0 54H100V8"');
  expect(html).toContain('aria-label="How your points grew: Nov 26, 2026 – Nov 27, 2026, 100"');
});

test('it is also a list of the latest days and totals, and its area is engraved', () => {
  const listed = (html: string) =>
    Array.from(/<ul.*<\/ul>/s.exec(html)?.[0].matchAll(/<li>(.*?)<\/li>/g) ?? [], ([, text]) => text);
  expect(listed(lineOf(2, 100))).toEqual(['Nov 26, 2026: 50', 'Nov 27, 2026: 100']);
  expect(listed(lineOf(10_000, 500_000))).toHaveLength(10);
  expect(lineOf(2, 100)).toMatch(
    /<clipPath[^>]*><path[^>]* d="M0 54H100V8V100H0z"><\/path><\/clipPath>.*fill="url\(#/s,
  );
});

test('earlier points than the listed ones are below its beginning, and taken points lower it', () => {
  expect(courseOf(entries(2), 1_000).map(({ value }) => value)).toEqual([950, 1_000]);
  const taken = [{ time: '2026-11-27T00:00:00Z', points: -80 }, ...entries(1)];
  expect(courseOf(taken, 20).map(({ value }) => value)).toEqual([100, 20]);
});

test('ten thousand entries are a line within the drawing', () => {
  const [, path = ''] = /<path d="([^"]+)"/.exec(lineOf(10_000, 500_000)) ?? [];
  const numbers = path.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(numbers.length).toBeGreaterThan(10_000);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(100);
});
