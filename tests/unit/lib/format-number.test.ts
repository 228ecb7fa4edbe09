import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES } from '#src/config/locales.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatKilobytes, formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';

describe('numbers for people', () => {
  it('keep every digit of an amount too large for a float', () => {
    expect(formatNumber('123456789012345678901.123456789', 'en', 0, 9)).toBe('123,456,789,012,345,678,901.123456789');
  });

  it('are truncated, never rounded up', () => {
    expect(formatNumber('1.999', 'en', 2)).toBe('1.99');
    expect(formatUsd('0.329', 'en')).toBe('$0.32');
    expect(formatPercent('99.999', 'en', 2)).toBe('99.99%');
  });

  it('use Western digits in every language', () => {
    for (const locale of LOCALE_CODES) {
      const { tag } = LOCALES[locale];
      expect(formatNumber('1234.5', tag, 1), locale).toMatch(/^[\d.,\s\u00a0\u202f]+$/u);
      expect(formatUsd('1234.5', tag), locale).toMatch(/1.?234.50/u);
      expect(formatPercent('25', tag), locale).toContain('25');
    }
  });

  it('follow the language in marks and currency', () => {
    expect(formatNumber('1234.5', 'de', 1)).toBe('1.234,5');
    expect(formatUsd('0.013', 'en', 6)).toBe('$0.013');
  });
});

describe('fill', () => {
  it('puts values into their placeholders', () => {
    expect(fill('Confirming {n}/{of}', { n: 2, of: 6 })).toBe('Confirming 2/6');
  });

  it('never shows a placeholder', () => {
    expect(fill('Write to {email}.')).toBe('Write to .');
  });

  it('does not fill placeholders inside values', () => {
    expect(fill('{a} {b}', { a: '{b}', b: '$&' })).toBe('{b} $&');
  });
});

it('a file size is in whole kilobytes', () => {
  expect(formatKilobytes(123_456, 'en')).toBe('123 kB');
});
