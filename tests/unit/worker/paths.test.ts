import { expect, test, vi } from 'vitest';
import { pagesWith } from '#src/config/page-paths.ts';
import { assetsOf, isReadingPage, offlinePath, splitPath, withOfflineNote } from '#src/worker/paths.ts';

vi.stubGlobal('READING_PATHS', pagesWith('offline'));

test.each([
  ['/', 'en', '/'],
  ['/faq', 'en', '/faq'],
  ['/de', 'de', '/'],
  ['/de/', 'de', '/'],
  ['/ar/faq/', 'ar', '/faq'],
  ['/press-release/one', 'en', '/press-release/one'],
  ['/design', 'en', '/design'],
])('%s is the %s page %s', (pathname, locale, page) => {
  expect(splitPath(pathname)).toEqual({ locale, page });
});

test.each(['/faq', '/hi/faq', '/terms/', '/ja/press-release/one', '/blackpaper', '/summary', '/verify'])(
  '%s may be a copy',
  (path) => {
    expect(isReadingPage(path)).toBe(true);
  },
);

test.each([
  '/',
  '/de',
  '/staking',
  '/ar/staking',
  '/dashboard',
  '/airdrop',
  '/voting',
  '/config',
  '/track',
  '/faq/x',
  '/api/config',
])('%s always comes from the network', (path) => {
  expect(isReadingPage(path)).toBe(false);
});

test('without a connection a visitor is told so in the language of the address', () => {
  expect(['/staking', '/de/staking', '/xx', '/zh'].map(offlinePath)).toEqual([
    '/offline',
    '/de/offline',
    '/offline',
    '/zh/offline',
  ]);
});

test('a page’s styles and images are found in it, each file once, and at one address', () => {
  const map = '<script type="importmap">{"integrity":{"/_astro/b.js":"x","/_astro/b.js?retry":"x"}}</script>';
  const html = `${map}<link href="/_astro/a.css"><script src="/_astro/b.js"></script><link href="/_astro/a.css"><img src="/x.png">`;
  expect(assetsOf(html).sort()).toEqual(['/_astro/a.css', '/_astro/b.js']);
});

test('the hidden note of a page is shown on its copy', () => {
  expect(withOfflineNote('<p class="banner" data-offline hidden>x</p>')).toBe('<p class="banner" data-offline>x</p>');
});
