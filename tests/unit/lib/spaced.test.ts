import { expect, test } from 'vitest';
import { spaced } from '#src/lib/text/spaced.ts';

test.each([
  ['zh', '5分钟前', '5 分钟前'],
  ['zh', '5秒钟', '5 秒'],
  ['ja', '5  分前', '5分前'],
  ['ja', '5 か月前', '5か月前'],
  ['ja', '5 GB', '5 GB'],
  ['de', 'vor 5 Minuten', 'vor 5 Minuten'],
  ['de', '5分', '5分'],
])('in %s, "%s" is written "%s"', (tag, text, written) => {
  expect(spaced(text, tag)).toBe(written);
});
