import { expect, test } from 'vitest';
import { summaryAge } from '#src/islands/presale-card/dialogs/summary-facts.ts';

const NOON = Date.parse('2026-01-01T12:00:00Z');

test('counts from when the price was read', () => {
  const summary = { pricesAt: '2026-01-01T11:59:40Z', checkedAt: NOON };
  expect(summaryAge(summary, NOON)).toBe(20);
  expect(summaryAge(summary, NOON + 5_900)).toBe(25);
});

test('counts from the check if the visitor’s clock is wrong', () => {
  for (const pricesAt of ['2026-01-01T15:00:00Z', '2025-12-31T12:00:00Z', ''])
    expect(summaryAge({ pricesAt, checkedAt: NOON }, NOON + 3_000)).toBe(3);
});
