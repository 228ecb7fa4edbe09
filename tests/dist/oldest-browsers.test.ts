import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { missingCalls } from './support/missing-calls.ts';

/** Called only where they are found, or where nothing is lost without them. */
const GUARDED = [
  '.showPopover',
  '.hidePopover',
  '.share',
  '.canShare',
  '.vibrate',
  'new Highlight',
  'Uint8Array.fromHex',
];
/** Methods of our own objects, or of packages, that share a name with one of a browser's. */
const OTHERS = [
  '.destroy',
  '.equals',
  '.fetch',
  '.fromHex',
  '.handle',
  '.isValid',
  '.mul',
  '.neg',
  '.provider',
  '.role',
  '.toHex',
  '.use',
  // Of the dates that ical-generator takes besides Date, which it asks for them first.
  '.toInstant',
  '.toPlainDateTime',
  '.toZonedDateTime',
  '.toZonedDateTimeISO',
  '.withTimeZone',
];

it('sees calls that the oldest browsers of the list lack, and no others', () => {
  expect(missingCalls('AbortSignal.any([signal, AbortSignal.timeout(1)])')).toEqual([
    'AbortSignal.any',
    'AbortSignal.timeout',
  ]);
  expect(missingCalls('if (URL.canParse(text)) tip.showPopover(new Highlight(range))')).toEqual([
    'URL.canParse',
    '.showPopover',
    'new Highlight',
  ]);
  expect(missingCalls('a.at(-1); Object.hasOwn(a, b); text.isWellFormed(); new URL(c).href')).toEqual([
    '.isWellFormed',
  ]);
  expect(missingCalls("new Intl.NumberFormat('en').format(1); document.querySelector('a').replaceChildren()")).toEqual(
    [],
  );
});

it('a visitor with an old browser of the list can buy: the built scripts call nothing that it lacks', () => {
  const scripts = globSync('dist/**/*.js');
  expect(scripts.length).toBeGreaterThan(50);
  const found = new Set(scripts.flatMap((script) => missingCalls(readFileSync(script, 'utf8'))));
  const expected = [...GUARDED, ...OTHERS];
  expect([...found].filter((call) => !expected.includes(call))).toEqual([]);
  expect(expected.filter((call) => !found.has(call))).toEqual([]);
});
