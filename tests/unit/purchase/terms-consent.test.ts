import { afterEach, expect, test, vi } from 'vitest';
import { acceptedTerms, storeTerms } from '#src/islands/presale-card/dialogs/summary-facts.ts';
import { leavePage, stubPage } from '#tests/unit/stores/stub-page.ts';

afterEach(leavePage);

test('terms that were accepted once are known at the next purchase, until others are', () => {
  const { localStorage } = stubPage();
  expect(acceptedTerms()).toBeNull();
  storeTerms('2026-01-01');
  expect(acceptedTerms()).toBe('2026-01-01');
  storeTerms('2026-02-01');
  expect(acceptedTerms()).toBe('2026-02-01');
  expect(Object.values(localStorage)).toEqual(['2026-02-01']);
});

test('a browser without storage stops no purchase, and asks again', () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
  expect(() => storeTerms('2026-01-01')).not.toThrow();
  expect(acceptedTerms()).toBeNull();
});
