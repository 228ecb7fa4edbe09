import { type Browser, expect } from '@playwright/test';
import { followRequests } from '#tests/support/browser/settled.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { test } from '#tests/support/browser/test.ts';

/**
 * Opens a page as a browser of this language in this country; returns the final address and the number of requests to
 * the server.
 */
async function begin(browser: Browser, locale: string, country: string, address: string) {
  const context = await browser.newContext({
    locale,
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': country },
  });
  const page = await context.newPage();
  const settled = followRequests(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/debug/ip')) asked += 1;
  });
  await page.goto(address);
  await settled();
  const { pathname, search } = new URL(page.url());
  const language = await page.locator('html').getAttribute('lang');
  await context.close();
  return { at: pathname + search, language, asked };
}

test('a browser in an unsupported language begins in the language of its country; the server is asked for no other [R4.029 R4.030 R7.015]', async ({
  browser,
  stack,
}) => {
  const site = await startSite(stack.chains, { TRUST_PROXY: '1' });
  try {
    const from = (locale: string, country: string, path = '/') => begin(browser, locale, country, site.url + path);
    expect(await from('sv-SE', 'BR', '/?ref=ABCD')).toEqual({ at: '/pt?ref=ABCD', language: 'pt', asked: 1 });
    expect(await from('sv-SE', 'SE')).toEqual({ at: '/', language: 'en', asked: 1 });
    expect(await from('sv-SE', 'BR', '/faq')).toEqual({ at: '/faq', language: 'en', asked: 0 });
    expect(await from('en-GB', 'BR')).toEqual({ at: '/', language: 'en', asked: 0 });
    expect(await from('de-AT', 'BR')).toEqual({ at: '/de', language: 'de', asked: 0 });
  } finally {
    await site.stop();
  }
});

test('the offer of another language runs in its direction; it is one line at the edge, and goes once the page is used', async ({
  page,
}) => {
  await page.goto('/ar/faq');
  const offer = page.getByRole('complementary').filter({ hasText: 'This page is available in English.' });
  await expect(offer).toBeVisible();
  await expect(page.getByText('This page is available in English.')).toHaveCSS('direction', 'ltr');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const box = await offer.boundingBox();
    expect(box?.height).toBeLessThan(50);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(size.height);
    // The end of the page is above it.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const end = await page.getByRole('contentinfo').boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  }
  await page.getByRole('searchbox').focus();
  await expect(offer).toBeHidden();
});

test('another language shows the same page, of the same payment and at the same section', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  watch.allow(/status of 40[04]/);
  const hash = `0x${'c4'.repeat(32)}`;
  const wallet = `0x${'1'.repeat(40)}`;
  for (const address of [
    `/track?hash=${hash}`,
    `/dashboard?address=${wallet}`,
    `/receipt?id=1-${hash}-coin`,
    '/claim',
    '/verify?receipt=x#receipts',
  ]) {
    await page.goto(address);
    await page.getByRole('banner').getByAltText('Language: English').click();
    await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(`/de${address}`);
  }
});
