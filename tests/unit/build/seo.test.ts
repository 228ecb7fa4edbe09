import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cdnHeaders } from '#src/build/seo/cdn-headers.ts';
import { drawIcons } from '#src/build/seo/icons.ts';
import { listedPages } from '#src/build/seo/page-paths.ts';
import { robots } from '#src/build/seo/robots.ts';
import { securityTxt } from '#src/build/seo/security-txt.ts';
import { sitemap } from '#src/build/seo/sitemap.ts';
import { readSiteEnv } from '#src/build/site-env.ts';
import { DEFAULT_LOCALE, LOCALE_CODES } from '#src/config/locales.ts';
import {
  CHECKED_CACHE,
  FILE_POLICY,
  HASHED_CACHE,
  ICON_HEADERS,
  PAGE_POLICY,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
  WORKER_CACHE,
  WORKER_POLICY,
} from '#src/config/security-headers.ts';

const ORIGIN = 'https://synx.example';

test('the sitemap names every listed page in every language, each with all its languages', () => {
  const pages = listedPages([
    '',
    'faq',
    'de/faq',
    'moonpay-success',
    '404',
    'offline',
    'press-release',
    'press-release/one',
  ]);
  expect(pages).toEqual(['/', '/faq', '/press-release', '/press-release/one']);
  const xml = sitemap(ORIGIN, pages);
  const urls = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);
  expect(urls).toHaveLength(pages.length * LOCALE_CODES.length);
  expect(urls).toContain('https://synx.example/ar/press-release/one');
  for (const [entry] of xml.matchAll(/<url>.*<\/url>/g)) {
    const languages = [...entry.matchAll(/hreflang="([^"]+)"/g)].map(([, code]) => code);
    expect(languages).toEqual([...LOCALE_CODES, 'x-default']);
  }
  expect(xml).toContain('hreflang="x-default" href="https://synx.example/faq"');
});

test('robots.txt keeps robots out of the API and names the sitemap', () => {
  expect(robots(ORIGIN)).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://synx.example/sitemap.xml\n');
});

test('security.txt expires in less than a year, and alike for builds of one month', () => {
  const text = securityTxt(ORIGIN, 'mailto:security@synx.example', new Date('2026-05-04T12:00:00Z'));
  expect(text).toContain('Contact: mailto:security@synx.example\n');
  expect(text).toContain('Expires: 2027-04-01T00:00:00.000Z\n');
  expect(securityTxt(ORIGIN, 'mailto:security@synx.example', new Date('2026-05-31T23:59:59Z'))).toBe(text);
});

test('vulnerabilities are reported to the named contact, else to the support address, else nowhere', () => {
  expect(readSiteEnv({}).securityContact).toBeUndefined();
  expect(readSiteEnv({ PUBLIC_SUPPORT_EMAIL: 'help@synx.example' }).securityContact).toBe('mailto:help@synx.example');
  const both = { PUBLIC_SUPPORT_EMAIL: 'help@synx.example', PUBLIC_SECURITY_CONTACT: 'https://synx.example/report' };
  expect(readSiteEnv(both).securityContact).toBe('https://synx.example/report');
  expect(() => readSiteEnv({ PUBLIC_SECURITY_CONTACT: 'security@synx.example' })).toThrow(/PUBLIC_SECURITY_CONTACT/);
  expect(() => readSiteEnv({ PUBLIC_SERVICE_WORKER: 'on' })).toThrow(/PUBLIC_SERVICE_WORKER/);
});

test('the icons are PNG files of the sizes that the manifest states', () => {
  const mark =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#8ed9b3"/></svg>';
  const sizes = drawIcons(mark).map(({ path, content }) => {
    const start = path.endsWith('.ico') ? content[18]! : 0;
    const view = new DataView(content.buffer, content.byteOffset + start);
    expect(view.getUint32(0)).toBe(0x89504e47);
    return [path, view.getUint32(16), view.getUint32(20)];
  });
  expect(sizes).toEqual([
    ['/icons/icon-192.png', 192, 192],
    ['/icons/icon-512.png', 512, 512],
    ['/icons/icon-maskable-512.png', 512, 512],
    ['/apple-touch-icon.png', 180, 180],
    ['/favicon.ico', 48, 48],
  ]);
});

/** The files of deploy/nginx/ that an operator copies unchanged. */
const NGINX = ['synx-shared.conf', 'synx-site.conf']
  .map((name) => readFileSync(`deploy/nginx/${name}`, 'utf8'))
  .join('');

test('a CDN and nginx send the headers that our server sends', () => {
  const cdn = cdnHeaders();
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...TRANSPORT_SECURITY })) {
    // One that is not the same for every file is in a map.
    if (name in ICON_HEADERS) expect(NGINX).toContain(` "${value}";`);
    else expect(NGINX).toContain(`add_header ${name} "${value}" always;`);
    expect(cdn).toContain(`  ${name}: ${value}\n`);
  }
  for (const value of [PAGE_POLICY, FILE_POLICY, WORKER_POLICY, CHECKED_CACHE, HASHED_CACHE, WORKER_CACHE]) {
    expect(NGINX).toContain(` "${value}";`);
  }
  expect(cdn).toMatch(new RegExp(`^/sw\\.js\\n {2}cache-control: ${WORKER_CACHE}$`, 'm'));
  expect(cdn).toMatch(/^\/_astro\/\*\n {2}cache-control: public, max-age=31536000, immutable$/m);
});

test('nginx adds none of them to answers of the server, which brings its own', () => {
  const proxied = [...NGINX.matchAll(/^location [^{]+\{\n([\s\S]*?)^\}/gm)]
    .map(([, body = '']) => body)
    .filter((body) => body.includes('proxy_pass'));
  expect(proxied).toHaveLength(4);
  // A location inherits the headers of its server unless it sets any itself.
  for (const body of proxied) expect(body.match(/add_header .*/g)).toEqual(['add_header via "1.1 proxy" always;']);
});

test('nginx knows the error page of every language', () => {
  const [, listed = ''] = /\(\?<synx_locale>([a-z|]+)\)/.exec(NGINX) ?? [];
  expect([DEFAULT_LOCALE, ...listed.split('|')].sort()).toEqual([...LOCALE_CODES].sort());
});
