import { expect, test } from 'vitest';
import { escapeHtml, unescapeHtml } from '#src/lib/text/escape-html.ts';

const TEXT = `<a href="/?a=1&b=2">it's</a>`;

test('an escaped text has no character of a tag, and is read back as it was', () => {
  expect(escapeHtml(TEXT)).not.toMatch(/[<>"']/);
  expect(unescapeHtml(escapeHtml(TEXT))).toBe(TEXT);
});

test('unknown entities stay as they are', () => {
  expect(unescapeHtml('&#38;&#34; &#8364; &copy;')).toBe('&" &#8364; &copy;');
});
