import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALE_CODES } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { readDist } from './support/dist.ts';

const dist = readDist(`${process.cwd()}/dist`);
const { origin } = new URL(/rel="canonical" href="([^"]+)"/.exec(dist.text('index.html'))?.[1] ?? '');
// Pages that only redirect do not count.
const pages = dist.files.filter((file) => file.endsWith('.html') && !dist.text(file).includes('http-equiv="refresh"'));
const listed = pages.filter((file) => dist.text(file).includes('rel="canonical"'));

interface Graph {
  readonly '@context': string;
  readonly '@graph': readonly Record<string, unknown>[];
}

/** The block of structured data that every listed page has. */
function graphOf(file: string): Graph['@graph'] {
  const blocks = [...dist.text(file).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const graphs = blocks
    .map(([, text = '{}']) => JSON.parse(text) as Partial<Graph>)
    .filter((block) => '@graph' in block);
  expect(graphs, file).toHaveLength(1);
  expect(graphs[0]?.['@context']).toBe('https://schema.org');
  return graphs[0]?.['@graph'] ?? [];
}

it('the sitemap names the address of every page for search engines, and no other', () => {
  const named = [...dist.text('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url).sort();
  const canonical = listed.map((file) => /rel="canonical" href="([^"]+)"/.exec(dist.text(file))?.[1] ?? '');
  const hidden = LOCALE_CODES.map((locale) => new URL(localizedPath(locale, '/moonpay-success'), origin).href);
  expect(named).toEqual(canonical.filter((url) => !hidden.includes(url)).sort());
  expect(named.length).toBeGreaterThanOrEqual((PAGE_PATHS.length - 1) * LOCALE_CODES.length);
  expect(dist.text('robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
});

it('the web manifest names icons that exist', () => {
  const manifest = JSON.parse(dist.text('manifest.webmanifest')) as { icons: { src: string }[]; start_url: string };
  for (const { src } of manifest.icons) expect(dist.files).toContain(src.slice(1));
  expect(manifest.start_url).toBe('/');
  for (const page of pages) {
    expect(dist.text(page), page).toContain('<link rel="manifest" href="/manifest.webmanifest">');
    expect(dist.text(page), page).toContain('href="/apple-touch-icon.png"');
  }
});

describe('structured data', () => {
  it('every page names its publisher', () => {
    for (const file of listed) {
      const organisation = graphOf(file).find((node) => node['@type'] === 'Organization');
      expect(organisation, file).toMatchObject({ name: 'SYNX', url: origin, logo: `${origin}/icons/icon-512.png` });
    }
  });

  it('every page except the landing page states its place on the site, in its language', () => {
    for (const file of listed) {
      const url = /rel="canonical" href="([^"]+)"/.exec(dist.text(file))?.[1] ?? '';
      const trail = graphOf(file).find((node) => node['@type'] === 'BreadcrumbList') as
        | { itemListElement: { position: number; name: string; item: string }[] }
        | undefined;
      const locale = LOCALE_CODES.find((code) => new RegExp(`^/${code}(/|$)`).test(new URL(url).pathname));
      const home = new URL(localizedPath(locale ?? DEFAULT_LOCALE, '/'), origin).href;
      if (url === home) {
        expect(trail, file).toBeUndefined();
        continue;
      }
      const items = trail?.itemListElement ?? [];
      expect(items[0]?.item, file).toBe(home);
      expect(items.at(-1)?.item, file).toBe(url);
      expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1));
      for (const { name } of items) expect(name.length, file).toBeGreaterThan(0);
    }
  });
});

describe('the service worker', () => {
  it('is one script at the root, which names the build and imports nothing', () => {
    const code = dist.text('sw.js');
    expect(code).toMatch(/^\/\/ [0-9a-f]{16}\n/);
    expect(code).not.toMatch(/importScripts|import\(|\bfrom\s*["']/);
    expect(dist.weight('sw.js')).toBeLessThan(8_000);
  });

  it('has an offline page in every language, and a hidden note on every page', () => {
    for (const locale of LOCALE_CODES) {
      expect(dist.files).toContain(locale === DEFAULT_LOCALE ? 'offline.html' : `${locale}/offline.html`);
    }
    for (const page of pages) expect(dist.text(page).split(' data-offline hidden').length, page).toBe(2);
  });
});
