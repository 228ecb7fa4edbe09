import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.{ts,tsx,mjs}', { cwd: PROJECT });

/** Definitions that every part of the code takes from one file, so that no part has a different one. */
it.each([
  ['an exponential back-off', /\* 2 \*\* (?!32\b)/, 'src/lib/time/back-off.ts'],
  ['a copy to the clipboard', /navigator\.clipboard/, 'src/client/copy-text.ts'],
  ['a deadline for a promise', /Promise\.race\(\[\w+, \w+\]\)/, 'src/lib/time/with-deadline.ts'],
  ['the pattern of an address', /\/\^0x\[[^\]]+\]\{40\}\$\//, 'src/lib/text/address-pattern.ts'],
  ['the pattern of a hash in either case', /\/\^0x\[0-9a-fA-F\]\{64\}\$\//, 'src/lib/text/hash-pattern.ts'],
  ['when a payment expires', /(?:EXPIRES|UNVERIFIABLE)_AFTER_MS =/, 'src/server/money/payments/verify/deadlines.ts'],
  ['the name of a status', /`payment\.status\.\$/, 'src/purchase/payment-statuses.ts'],
  ['the value of a micro-dollar', /VALUE_SCALE_DECIMALS - 6\b/, 'src/lib/money/quote.ts'],
  ['the format of a time', /timeStyle:/, 'src/lib/time/format-time.ts'],
])('%s is written in one file', (_, pattern, only) => {
  expect(sources.filter((file) => pattern.test(readFileSync(join(PROJECT, file), 'utf8')))).toEqual([only]);
});

it('only the table of formats writes dates, in the language of the page', () => {
  const own = /DateTimeFormat\(|\.toLocale(?:Date|Time)String\(|Date\([^)]*\)\.toLocaleString\(/;
  expect(sources.filter((file) => own.test(readFileSync(join(PROJECT, file), 'utf8'))).sort()).toEqual([
    'src/lib/time/format-day.ts',
    'src/lib/time/format-time.ts',
  ]);
});
