import { expect } from '@playwright/test';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { localizedPath, PAGE_PATHS } from '#src/i18n/urls.ts';
import { test } from '#tests/support/browser/test.ts';

const IDLE_MS = 30_000;
/** Every page in English and Arabic; in the other languages the page with the most on it. */
const PAGES = LOCALE_CODES.flatMap((locale) =>
  (locale === 'en' || locale === 'ar' ? PAGE_PATHS : (['/'] as const)).map((path) => localizedPath(locale, path)),
);

for (const path of PAGES) {
  test(`${path} asks nobody but its own site while it lies open for 30 s`, async ({ page, baseURL }) => {
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    page.on('websocket', (socket) => asked.push(new URL(socket.url())));
    await page.clock.install();
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(IDLE_MS);
    await page.waitForLoadState('networkidle');
    expect(asked.length).toBeGreaterThan(1);
    const foreign = asked.filter(({ protocol, origin }) => !/^(?:data|blob):$/.test(protocol) && origin !== baseURL);
    expect(foreign.map(String)).toEqual([]);
  });
}
