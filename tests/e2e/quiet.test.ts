import { expect } from '@playwright/test';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { followRequests } from '#tests/support/browser/settled.ts';
import { test } from '#tests/support/browser/test.ts';
import { IS_FULL, SIZED_LOCALES } from '#tests/support/sized.ts';

const IDLE_MS = 30_000;
/** Every page in English, and in a full run in Arabic; in other languages the page with the most on it. */
const PAGES = {
  'in English': PAGE_PATHS.map((path) => localizedPath('en', path)),
  ...(IS_FULL && { 'in Arabic': PAGE_PATHS.map((path) => localizedPath('ar', path)) }),
  'in other languages': SIZED_LOCALES.filter((code) => code !== 'en').map((code) => localizedPath(code, '/')),
};

for (const [where, paths] of Object.entries(PAGES)) {
  test(`pages ${where} contact only their own site while open for 30 s`, { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    page.on('websocket', (socket) => asked.push(new URL(socket.url())));
    const settled = followRequests(page);
    await page.clock.install();
    for (const path of paths) {
      asked.length = 0;
      await page.goto(path);
      // A window as high as the page: parts that load when near the screen are requested, too.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width: 1280, height });
      await settled();
      await page.clock.runFor(IDLE_MS);
      await settled();
      expect(asked.length, path).toBeGreaterThan(1);
      const foreign = asked.filter(({ protocol, origin }) => !/^(?:data|blob):$/.test(protocol) && origin !== baseURL);
      expect(foreign.map(String), path).toEqual([]);
    }
  });
}
