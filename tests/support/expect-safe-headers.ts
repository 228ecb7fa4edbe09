import { expect } from 'vitest';

type Headers = Readonly<Record<string, unknown>>;

/** What other origins, such as a wallet's windows, may show. */
const ICON = /^(favicon\.(svg|ico)|apple-touch-icon\.png|icons\/icon-(192|512|maskable-512)\.png)$/;

/** Checks the headers of a file of the site, by its name, or of a page (W5). */
export function expectSafeHeaders(headers: Headers, file = ''): void {
  expectSafeDataHeaders(headers, ICON.test(file) ? 'cross-origin' : 'same-origin');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  const off = String(headers['permissions-policy']).match(/[\w-]+=\(\)/g) ?? [];
  expect(off.length).toBeGreaterThanOrEqual(14);
}

/** Checks the headers of an answer of the API, which is data and not a document. */
export function expectSafeDataHeaders(headers: Headers, resource = 'same-origin'): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['cross-origin-resource-policy']).toBe(resource);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-powered-by']).toBeUndefined();
}
