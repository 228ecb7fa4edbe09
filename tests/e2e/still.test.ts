import { expect } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { card } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { movesOf } from '#tests/support/browser/layout-shifts.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { type PiecewiseSite, startPiecewiseSite } from '#tests/support/browser/piecewise-site.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';
import { IS_FULL } from '#tests/support/sized.ts';

const piecewise = test.extend<{ line: PiecewiseSite }>({
  line: async ({ stack }, use) => {
    const line = await startPiecewiseSite(stack.url);
    await use(line);
    await line.stop();
  },
  baseURL: async ({ line }, use) => use(line.url),
});

// One page of each kind, with a wallet and without, as it comes piece by piece.
for (const [path, locale, width, isConnected] of [
  ['/', 'en', 1440, true],
  ['/', 'ar', 390, false],
  ['/staking', 'zh', 390, true],
  ['/dashboard', 'en', 1440, true],
  ['/dashboard', 'ar', 390, false],
  ['/dashboard', 'de', 1440, true],
  ['/voting', 'en', 390, false],
  ['/airdrop', 'ar', 1440, true],
  ['/faq', 'zh', 390, false],
  ['/config', 'en', 1440, true],
  ['/claim', 'de', 390, false],
  ['/claim', 'en', 1440, false],
  ['/press-release', 'ar', 1440, false],
] as const)
  piecewise.describe(`${path} ${locale}`, () => {
    piecewise.use({ locale: LOCALES[locale].tag, viewport: { width, height: width === 390 ? 844 : 900 } });

    piecewise(
      `nothing moves on ${path} (${locale}, ${width} px${isConnected ? ', connected' : ''})`,
      { tag: path === '/' ? [] : '@long' },
      async ({ page, line }) => {
        line.page = page;
        if (isConnected) await connectedBefore(page, await fundedWallet(1), 1);
        const prefix = locale === 'en' ? '' : `/${locale}`;
        const { score, parts } = await movesOf(page, `${prefix}${path === '/' && prefix !== '' ? '' : path}`);
        expect(score, parts.join('\n')).toBeLessThanOrEqual(0.01);
      },
    );
  });

// The longest words in the narrowest window move the most.
for (const [path, locale, width] of [
  ['/de', 'de', 390],
  ...(IS_FULL
    ? ([
        ['/', 'en', 1280],
        ['/de', 'de', 1280],
        ['/', 'en', 390],
      ] as const)
    : []),
] as const)
  test(`nothing moves on ${path} while a payment of an earlier visit is under way (${width} px)`, {
    tag: '@long',
  }, async ({ page }) => {
    await openConnected(page);
    await payEth(page);
    await expect(card(page)).toContainText(/Confirming [01]\/6/);
    await page.goto('/faq');
    await page.setViewportSize({ width, height: 844 });
    // As slow as a phone, so that what comes one after the other is painted so; on a busy machine it takes minutes.
    test.slow();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    // The note is there before the answer that it shows.
    const more = page.getByRole('button', { name: word(locale, 'presale.success.more') });
    await page.route('**/api/presale/purchase', async (route) => {
      await more.waitFor();
      await route.continue();
    });
    const { score, parts } = await movesOf(page, path);
    await expect(more).toBeVisible();
    expect(score, parts.join('\n')).toBeLessThanOrEqual(0.01);
  });
