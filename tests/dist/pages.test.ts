import { describe, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { type ListedPath, PAGE_PATHS } from '#src/config/page-paths.ts';
import { readDist } from './support/dist.ts';

const dist = readDist(`${process.cwd()}/dist`);
const { origin } = new URL(/rel="canonical" href="([^"]+)"/.exec(dist.text('index.html'))?.[1] ?? '');
const pages = dist.files.filter((file) => file.endsWith('.html'));
const addresses = new Set(pages.map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`));

/** The file of a page in a locale; the page for unknown addresses is not on the list. */
const file = (locale: Locale, page: ListedPath | '/404') => {
  const path = locale === 'en' ? page : `/${locale}${page}`;
  return `${path === '/' ? 'index' : path.slice(1).replace(/\/$/, '')}.html`;
};

describe.each(LOCALE_CODES)('in %s', (locale) => {
  const listed = PAGE_PATHS.map((page) => file(locale, page));
  const own = [...listed, file(locale, '/404')];

  it('every page exists', () => {
    for (const page of own) expect(dist.files).toContain(page);
  });

  it('pages carry their language and direction', () => {
    for (const page of own)
      expect(dist.text(page).slice(0, 80)).toContain(`<html lang="${locale}" dir="${LOCALES[locale].direction}">`);
  });

  it('pages have a title, a description, one main heading and no empty control', () => {
    for (const page of own) {
      const html = dist.text(page);
      expect(html).toMatch(/<title>[^<]+<\/title>/);
      expect(html).toMatch(/<meta name="description" content="[^"]+"/);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      const odd = /<(?:h[1-6]|button|a|p|li|dt|title)(?:\s[^>]*)?><\/|\{\w+\}<|undefined|\[object/g;
      expect(html.replace(/props="[^"]*"/g, '').match(odd), page).toBeNull();
    }
  });

  it('the page on fake claims is linked where claiming is spoken of, and in no footer but that of the claim', () => {
    const leads = (page: string) =>
      dist.text(page).split(`href="${locale === 'en' ? '' : `/${locale}`}/fake-claims"`).length - 1;
    const claim = file(locale, '/faq').replace('faq', 'claim');
    expect([claim, file(locale, '/testnet'), file(locale, '/faq'), file(locale, '/')].map(leads)).toEqual([2, 1, 3, 0]);
  });

  it('pages name their address in every language', () => {
    for (const page of listed) {
      const html = dist.text(page);
      for (const code of [...LOCALE_CODES, 'x-default']) expect(html.includes(`hreflang="${code}"`), page).toBe(true);
      expect(html.includes('rel="canonical"'), page).toBe(true);
    }
  });

  it('the page for unknown addresses is not offered to search engines', () => {
    expect(dist.text(file(locale, '/404'))).toContain('name="robots" content="noindex"');
  });
});

it('the English page for unknown addresses is titled Page Not Found', () => {
  expect(dist.text('404.html')).toContain('<title>Page Not Found</title>');
});

it('[R2.034] a part that has not loaded yet reads "Loading SYNX"', () => {
  expect(dist.text('index.html')).toContain('Loading SYNX</p>');
  expect(dist.text('staking.html')).toContain('Loading SYNX</p>');
});

it('links lead only to pages and files that exist', () => {
  for (const page of pages) {
    for (const [, href = ''] of dist.text(page).matchAll(/\s(?:href|src)="([^"]+)"/g)) {
      const url = new URL(href, `${origin}/${page === 'index.html' ? '' : page.replace(/\.html$/, '')}`);
      if (url.origin !== origin) continue;
      const known = addresses.has(url.pathname) || dist.files.includes(url.pathname.slice(1));
      expect(known, `${page} → ${href}`).toBe(true);
    }
  }
});

it('links within a page lead to an element on it', () => {
  for (const page of pages) {
    const html = dist.text(page);
    for (const [, id = ''] of html.matchAll(/href="#([^"]+)"/g))
      expect(html.includes(`id="${id}"`), `${page}#${id}`).toBe(true);
  }
});

it('pages name no other host than their own', () => {
  for (const page of pages) {
    const html = dist.text(page).replaceAll('http://www.w3.org/', '').replaceAll('"https://schema.org"', '');
    for (const [address] of html.matchAll(/https?:\/\/[^"'&<\s]+/g)) expect(new URL(address).origin, page).toBe(origin);
  }
});

it('every page carries a policy without unsafe-inline, unsafe-eval or a wildcard in scripts', () => {
  for (const page of pages) {
    const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(dist.text(page))?.[1] ?? '';
    expect(policy, page).toContain("default-src 'none'");
    expect(policy, page).toContain("connect-src 'self'");
    expect(policy, page).toMatch(/script-src 'self'(?: 'sha256-|;)/);
    expect(policy, page).not.toMatch(/unsafe-|\*/);
    expect(dist.text(page), page).not.toMatch(/\son\w+="|\sstyle="/);
  }
});

it('every text file has its compressed copies, and build.json states the build’s settings', () => {
  for (const page of pages) {
    expect(dist.files).toContain(`${page}.br`);
    expect(dist.files).toContain(`${page}.gz`);
  }
  expect(JSON.parse(dist.text('build.json'))).toHaveProperty('rehearsal');
});

it('on every page sections outweigh shared parts, and these the browser defaults, in any loading order', () => {
  // A page that only redirects has no styles.
  for (const page of pages.filter((file) => !dist.text(file).includes('http-equiv="refresh"'))) {
    const files = [...dist.text(page).matchAll(/rel="stylesheet" href="\/([^"]+)"/g)].map(([, name = '']) => name);
    // A redirect has no styles.
    if (files.length === 0) continue;
    const layers = files.flatMap((name) =>
      [...dist.text(name).matchAll(/@layer ([a-z, ]+)[;{]/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
    );
    const order = [...new Set(layers)].filter((layer) => layer !== 'properties');
    expect(order, page).toEqual(['theme', 'base', 'components', 'sections', 'utilities']);
  }
});
