import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadContent } from '#src/build/content/load-content.ts';
import { FAQ_CATEGORIES } from '#src/config/faq-categories.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import { type ListedPath, PAGE_PATHS } from '#src/config/page-paths.ts';
import { eventStatus, SCHEDULE } from '#src/config/schedule.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { initialScripts, readDist } from './support/dist.ts';

const KB = 1024;
const dist = readDist(`${process.cwd()}/dist`);
const { documents } = loadContent(process.cwd(), LOCALE_CODES, process.env.PUBLIC_SUPPORT_EMAIL ?? '');
const pages = dist.files.filter((file) => file.endsWith('.html'));
const origin = new URL(/rel="canonical" href="([^"]+)"/.exec(dist.text('index.html'))?.[1] ?? '').origin;
const file = (locale: Locale, path: Parameters<typeof localizedPath>[1]) =>
  `${localizedPath(locale, path).slice(1) || 'index'}.html`;
/** The words of HTML, separated by one space. */
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** Pages on which a wallet acts: they load their islands. */
const WITH_ISLANDS: readonly string[] = ['/', '/staking', '/airdrop', '/dashboard', '/voting'];
/** Pages whose text comes from content/ and that run no framework before the first interaction. */
const READING = PAGE_PATHS.filter((path) => !WITH_ISLANDS.includes(path));

describe('the route table', () => {
  it.each([
    ['[R2.001]', '/'],
    ['[R2.004]', '/staking'],
    ['[R2.005]', '/airdrop'],
    ['[R2.006]', '/faq'],
    ['[R2.008]', '/config'],
    ['[R2.009]', '/voting'],
    ['[R2.010]', '/blackpaper'],
    ['[R2.011]', '/privacy'],
    ['[R2.012]', '/terms'],
    ['[R2.013]', '/press-release'],
    ['[R2.014]', '/partner'],
    ['[R2.015]', '/verify'],
    ['[R2.016]', '/video'],
    ['[R2.017]', '/testnet'],
    ['[R2.018]', '/track'],
    ['[R2.019]', '/summary'],
    ['[R2.023]', '/moonpay-success'],
    ['and', '/dashboard'],
  ] as const)('%s %s is a page with its own text in every language', (_, path) => {
    for (const locale of LOCALE_CODES) {
      const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(dist.text(file(locale, path)))?.[1] ?? '';
      expect(words(main).length, locale).toBeGreaterThan(150);
    }
  });

  it('[R2.021] leads from /whitepaper to /blackpaper in every language, also without a server that redirects', () => {
    for (const locale of LOCALE_CODES) {
      const prefix = locale === 'en' ? '' : `/${locale}`;
      const html = dist.text(`${prefix}/whitepaper.html`.slice(1));
      expect(html).toContain(`http-equiv="refresh" content="0; url=${prefix}/blackpaper"`);
      expect(html).toContain(`rel="canonical" href="${origin}${prefix}/blackpaper"`);
      expect(dist.text('_redirects')).toContain(`${prefix}/whitepaper ${prefix}/blackpaper 301\n`);
    }
  });

  describe('[R2.024] has a page titled "Page Not Found" for any other path', () => {
    const http = onceForAll(() => openHttpApp({ siteDirectory: `${process.cwd()}/dist` }));
    const visit = (url: string) => http.app.inject({ url, headers: { accept: 'text/html' } });
    const title = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

    it.each([
      '/nothing',
      '/nothing/here/at/all',
      '/staking/nothing',
      '/stakin',
      '/staking.php',
      '/STAKING/x',
      '/xx/staking',
      '/news/nothing',
      '/video/nothing?ref=1',
      '/%F0%9F%AA%99',
      '/404.htm',
    ])('%s', async (url) => {
      const answer = await visit(url);
      expect([answer.statusCode, title(answer.body)]).toEqual([404, 'Page Not Found']);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    it('in any letters', () =>
      fc.assert(
        fc.asyncProperty(fc.stringMatching(/^[a-z0-9]{12,30}$/), async (word) => {
          const answer = await visit(`/${word}`);
          expect([answer.statusCode, title(answer.body)]).toEqual([404, 'Page Not Found']);
        }),
        { numRuns: 30 },
      ));

    it('in the language of the path, and no known page has its title', async () => {
      for (const locale of LOCALE_CODES) {
        const prefix = locale === 'en' ? '' : `/${locale}`;
        const missing = await visit(`${prefix}/nothing`);
        const found = await visit(`${prefix}/staking`);
        expect([missing.statusCode, found.statusCode], locale).toEqual([404, 200]);
        expect(missing.body, locale).toContain(`<html lang="${locale}"`);
        expect(title(found.body), locale).not.toBe(title(missing.body));
      }
    });
  });
});

describe('links', () => {
  const hrefs = (page: string) =>
    [...dist.text(page).matchAll(/<a\s[^>]*?href="([^"]+)"[^>]*>/g)].map(([tag, href = '']) => ({ tag, href }));

  it('stay in the language of their page, except those that choose a language', () => {
    for (const page of pages) {
      const own = /<html lang="(\w+)"/.exec(dist.text(page))?.[1] ?? '';
      for (const { tag, href } of hrefs(page)) {
        if (!href.startsWith('/') || tag.includes('data-language=') || /\.\w+$/.test(href)) continue;
        const first = href.split(/[/#]/)[1] ?? '';
        const found = LOCALE_CODES.some((code) => code === first) ? first : 'en';
        expect(found, `${page} → ${href}`).toBe(own);
      }
    }
  });

  it('lead to anchors that exist', () => {
    for (const page of pages) {
      for (const { href } of hrefs(page)) {
        const [path = '', anchor] = href.split('#');
        if (!href.startsWith('/') || !anchor) continue;
        const target = [`${path.slice(1) || 'index'}.html`, `${path.slice(1)}/index.html`].find((name) =>
          dist.files.includes(name),
        );
        expect(target, `${page} → ${href}`).toBeDefined();
        expect(dist.text(target ?? '404.html').includes(`id="${anchor}"`), `${page} → ${href}`).toBe(true);
      }
    }
  });
});

describe('reading pages', () => {
  it('show every section of their file under its anchor, in every language', () => {
    for (const { kind, name, locale, sections } of documents) {
      if (kind === 'faq' || kind === 'press' || name === 'staking') continue;
      const html = dist.text(file(locale, `/${name}` as ListedPath));
      for (const { id } of sections) expect(html.includes(`<h2 id="${id}"`), `${locale}/${name}#${id}`).toBe(true);
    }
  });

  it('say so if they are shown in English, and mark that text as English', () => {
    for (const { kind, name, locale, language } of documents) {
      if (kind === 'faq' || kind === 'press' || name === 'staking') continue;
      const html = dist.text(file(locale, `/${name}` as ListedPath));
      const note = translatorOf(locale)('reading.fallback');
      expect(html.includes(note), `${locale}/${name}`).toBe(locale !== language);
      const article = `<article class="prose" lang="${language}" dir="${LOCALES[language].direction}"`;
      expect(html.includes(article), `${locale}/${name}`).toBe(true);
    }
  });

  it('never show the placeholder of the support address', () => {
    for (const page of pages) {
      expect(
        dist
          .text(page)
          .replace(/props="[^"]*"/g, '')
          .includes('{email}'),
        page,
      ).toBe(false);
    }
  });

  it('weigh at most 70 KB without fonts, in every language', () => {
    for (const locale of LOCALE_CODES) {
      for (const path of READING) {
        const page = file(locale, path);
        const scripts = initialScripts(dist, page);
        const styles = [...dist.text(page).matchAll(/rel="stylesheet" href="\/([^"]+)"/g)].map(([, name = '']) => name);
        const all = [page, ...scripts, ...styles].reduce((sum, name) => sum + dist.served(name), 0);
        expect(all, page).toBeLessThanOrEqual(70 * KB);
      }
    }
  });
});

describe('the FAQ page', () => {
  it.each(LOCALE_CODES)('holds every question, closed, under its category, with its answer (%s)', (locale) => {
    const html = dist.text(file(locale, '/faq'));
    const categories = documents.filter((document) => document.kind === 'faq' && document.locale === locale);
    for (const { items } of categories) {
      for (const { id, html: answer } of items) {
        expect(html.includes(`<details class="faq-item" id="${id}"><summary>`), id).toBe(true);
        expect(html.includes(answer.trim()), id).toBe(true);
      }
    }
    expect(html.match(/<details[^>]*class="faq-item"[^>]* (?:open|name=)/g)).toBeNull();
  });

  it('[R2.110] lists its nine categories in the sidebar', () => {
    const sidebar = /<nav class="toc[^>]*>([\s\S]*?)<\/nav>/.exec(dist.text('faq.html'))?.[1] ?? '';
    expect(Array.from(sidebar.matchAll(/href="#([^"]+)"/g), ([, id]) => id)).toEqual([...FAQ_CATEGORIES]);
  });

  it('[R2.115] has "No results found" with a pointer to the Blackpaper ready for an empty result', () => {
    const empty = /<div class="[^"]*faq-empty"[^>]* hidden>([\s\S]*?)<\/div>/.exec(dist.text('faq.html'))?.[1] ?? '';
    expect(words(empty)).toContain('No results found');
    expect(empty).toContain('href="/blackpaper"');
  });

  it('tells search engines the same questions', () => {
    for (const locale of LOCALE_CODES) {
      const html = dist.text(file(locale, '/faq'));
      const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
      const json = blocks.map(([, text = '']) => text).find((text) => text.includes('"FAQPage"')) ?? '{}';
      const data = JSON.parse(json) as {
        '@type': string;
        mainEntity: { name: string; acceptedAnswer: { text: string } }[];
      };
      expect(data['@type']).toBe('FAQPage');
      const items = documents
        .filter(({ kind, locale: own }) => kind === 'faq' && own === locale)
        .flatMap((d) => d.items);
      expect(data.mainEntity.map(({ name }) => name).sort()).toEqual(items.map(({ question }) => question).sort());
      for (const { name, acceptedAnswer } of data.mainEntity) {
        expect(acceptedAnswer.text.length, name).toBeGreaterThan(5);
        expect(acceptedAnswer.text, name).not.toMatch(/<\/?[a-z]|&\w+;/);
      }
    }
  });
});

it('each locale has the stated dates to come as a calendar of whole days, in lines of at most 75 bytes', () => {
  const { time } = JSON.parse(dist.text('.well-known/synx-manifest.json')) as { time: string };
  const listed = SCHEDULE.filter((event) => event.date !== null && eventStatus(event, Date.parse(time)) !== 'passed');
  for (const locale of LOCALE_CODES) {
    const file = dist.text(`${locale === 'en' ? '' : `${locale}/`}unlock-dates.ics`);
    const events = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1);
    expect(events).toHaveLength(listed.length);
    for (const { key, date } of listed) {
      const event = events.find((event) => event.includes(`UID:${key}@synx\r\n`));
      expect(event).toContain(`DTSTART;VALUE=DATE:${date?.replaceAll('-', '')}\r\n`);
    }
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
});

describe('press', () => {
  const address = (locale: Locale) => localizedPath(locale, '/press-release').slice(1);

  it('has a feed in every language, in two formats', () => {
    for (const locale of LOCALE_CODES) {
      const feed = dist.text(`${address(locale)}/feed.xml`);
      expect(feed).toContain(`<language>${locale}</language>`);
      const json = JSON.parse(dist.text(`${address(locale)}/feed.json`)) as Record<string, unknown>;
      expect(json).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', language: locale });
      expect(json['feed_url']).toMatch(new RegExp(`/${address(locale)}/feed\\.json$`));
      const items = documents.filter((document) => document.kind === 'press' && document.locale === locale);
      expect(json['items']).toHaveLength(items.length);
      expect(feed.match(/<item>/g) ?? []).toHaveLength(items.length);
    }
  });

  it('has a media kit whose files exist: the name mark as SVG and PNG, colours, and a fact sheet', () => {
    for (const locale of LOCALE_CODES) {
      const page = dist.text(`${address(locale)}.html`);
      const kit = page.slice(page.indexOf('id="media-kit"'), page.indexOf('id="before-you-publish"'));
      const files = Array.from(kit.matchAll(/href="\/(press\/[^"]+)" download[ >="]/g), ([, name = '']) => name);
      const kinds = files.map((name) => name.split('.')[1]).sort();
      expect(kinds).toEqual(['png', 'png', 'svg', 'svg']);
      for (const name of files) expect(dist.files.includes(name), name).toBe(true);
      expect(kit.match(/>#[0-9a-f]{6}</g)?.length).toBeGreaterThanOrEqual(4);
      expect(kit.includes(`href="${localizedPath(locale, '/summary')}"`)).toBe(true);
    }
  });
});
