import { expect } from 'vitest';

/** Checks what every answer carries, whatever its type (reliability.md W5). */
export function expectSafeHeaders(headers: Readonly<Record<string, unknown>>): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['x-powered-by']).toBeUndefined();
  const off = String(headers['permissions-policy']).match(/[\w-]+=\(\)/g) ?? [];
  expect(off.length).toBeGreaterThanOrEqual(14);
}
