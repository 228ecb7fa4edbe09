import { expect } from 'vitest';

type Headers = Readonly<Record<string, unknown>>;

/** Checks the headers of every file of the site and every page, of any type (W5). */
export function expectSafeHeaders(headers: Headers): void {
  expectSafeDataHeaders(headers);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  const off = String(headers['permissions-policy']).match(/[\w-]+=\(\)/g) ?? [];
  expect(off.length).toBeGreaterThanOrEqual(14);
}

/** Checks the headers of an answer of the API, which is data and not a document. */
export function expectSafeDataHeaders(headers: Headers): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-powered-by']).toBeUndefined();
}
