import { expect, type Page } from '@playwright/test';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { LANGUAGE_OFFER } from '#src/config/storage-keys.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { card } from '#tests/support/browser/card.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { changePricing } from '#tests/support/browser/change-pricing.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel } from '#tests/support/browser/payments.ts';
import { readSteps, stepMark } from '#tests/support/browser/purchase-steps.ts';
import { followRequests } from '#tests/support/browser/settled.ts';
import { test } from '#tests/support/browser/test.ts';

/** Each badge opens its evidence. */
async function openBadges(page: Page): Promise<void> {
  for (const [name, state] of [
    ['Audit Pending', 'Pending: no report has been published.'],
    ['Doxxed Team: pending', 'Profiles not yet published.'],
    ['25% Early Staking Rate', 'Our plan: 25%'],
    ['Quantum-Secure: design goal', 'Design goal: the SYNX chain is not live.'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    const evidence = page.getByRole('dialog', { name });
    await expect(evidence).toContainText(state);
    await evidence.getByRole('button', { name: 'Close' }).click();
    await expect(evidence).toBeHidden();
  }
}

/** The demo opens by its button and closes in three ways. */
async function openDemo(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Watch the demo' });
  await open.scrollIntoViewIfNeeded();
  // The film starts automatically only if motion is allowed.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const demo = page.getByRole('dialog', { name: 'Marketplace demo' });
  await expect(demo).toBeHidden();
  const film = page.waitForResponse(/marketplace-demo\.webm/);
  await open.click();
  await expect(demo).toBeVisible();
  expect((await film).status()).toBeLessThan(400);
  await demo.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(demo).toBeHidden();
  await open.click();
  await demo.getByRole('button', { name: 'Close video' }).click();
  await expect(demo).toBeHidden();
  await open.click();
  await page.mouse.click(4, 4);
  await expect(demo).toBeHidden();
  // A dialog is hidden before the page is told that it was closed.
  const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
  await expect.poll(isPaused).toBe(true);
}

/** The link to the presale card highlights it; the page's time is stopped. */
async function followBuyNow(page: Page): Promise<void> {
  await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const place = page.locator('#presale');
  await page.getByRole('link', { name: 'Buy Now' }).click();
  await expect(place).toBeInViewport();
  await page.clock.runFor(999);
  await expect(place).not.toHaveClass(/highlight/);
  await page.clock.runFor(1);
  await expect(place).toHaveClass(/highlight/);
  await page.clock.runFor(2_999);
  await expect(place).toHaveClass(/highlight/);
  await page.clock.runFor(1);
  await expect(place).not.toHaveClass(/highlight/);
}

test('badges, the demo and Buy Now each lead to their subject', async ({ page }) => {
  await changePricing(page, () => ({ phase: 1, tokensRemaining: '98500000', saleStatus: 'open' }));
  await page.clock.install();
  await page.goto('/');
  await test.step('each badge opens its evidence [R1.007 R1.008 R1.009 R1.010]', () => openBadges(page));
  await test.step('the demo opens by its button and closes by button, backdrop and icon [R1.022 R4.052]', () =>
    openDemo(page));
  await test.step('Buy Now leads to the card, which is highlighted after a second for three [R4.053 R4.054]', () =>
    followBuyNow(page));
  await test.step('the tokenomics show where the sale is, and what dollars buy', () => seeTokenomics(page));
});

test('the video page has the film with its captions, and links to reviewed videos [R2.016]', async ({ page }) => {
  const link = 'https://www.youtube.com/watch?v=abcdefghijk';
  await page.route('**/api/videos', (route) =>
    route.fulfill({
      json: { videos: [{ id: '7', platform: 'youtube', link, approvedAt: '2026-03-01T12:00:00.000Z' }] },
    }),
  );
  const captions = page.waitForResponse(/marketplace-demo\.en\.vtt/);
  await page.goto('/video');
  await expect(page.getByLabel('Marketplace demo')).toHaveAttribute('src', '/media/marketplace-demo.webm');
  await page.getByLabel('Marketplace demo').evaluate((video: HTMLVideoElement) => video.play());
  expect((await captions).status()).toBe(200);
  const listed = page.getByRole('listitem').filter({ hasText: 'YouTube · March 1, 2026' });
  await expect(listed.getByRole('link')).toHaveAttribute('href', link);
});

/** Two features fit next to the heading of their part, or the part is below it. */
async function expectFeaturesFit(page: Page): Promise<void> {
  const features = page.getByRole('region', { name: 'Six things the chain is designed to do' });
  const boxes = async () => {
    const [heading, first, second] = await Promise.all(
      [features.getByRole('heading', { level: 2 }), ...[0, 1].map((at) => features.getByRole('listitem').nth(at))].map(
        (part) => part.boundingBox(),
      ),
    );
    if (!heading || !first || !second) throw new Error('not shown');
    return { isBeside: first.x > heading.x + heading.width, arePaired: Math.round(first.y) === Math.round(second.y) };
  };
  await page.setViewportSize({ width: 1024, height: 800 });
  expect(await boxes()).toEqual({ isBeside: true, arePaired: true });
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await boxes()).toEqual({ isBeside: false, arePaired: true });
  // Letters of twice the size, in a window that is wide enough for normal ones.
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await boxes()).toEqual({ isBeside: false, arePaired: true });
}

/** The drawings of the tokenomics, with the sale in the middle of its first phase, and what dollars buy there. */
async function seeTokenomics(page: Page): Promise<void> {
  const part = page.getByRole('region', { name: 'Tokenomics' });
  await part.scrollIntoViewIfNeeded();
  for (const name of ['Presale, three phases', 'Staking pool', 'Airdrop', 'Not yet published'])
    await expect(part.locator('.supply p').filter({ hasText: name })).toHaveText(/\d%$/);
  await expect(part.getByText('You are here')).toBeVisible();
  await expect(part).toContainText('50% of phase 1 taken');
  await expect(part).toContainText(/Raised: \$[\d,.]+Goal: about \$10,170,000/);
  const dollars = part.getByRole('textbox', { name: 'Amount in US dollars' });
  await dollars.fill('13');
  await expect(part.getByRole('status').first()).toHaveText('1,000 SYNX');
  await expect(part).toContainText('Share of the total supply0.00009%');
  await dollars.fill('99000000');
  await expect(part).toContainText('it would buy the last 393,500,000 SYNX.');
}

async function openLists(page: Page): Promise<void> {
  const lists = page.getByText('Show all');
  await expect(lists).toHaveCount(5);
  for (const list of await lists.all()) await list.click();
}

/** Has the API say the day on which claiming opens, and, from the returned call on, that the sale has ended. */
async function changeSale(page: Page): Promise<() => void> {
  let isOver = false;
  await changePricing(page, () => (isOver ? { saleStatus: 'closed' } : {}));
  await changeAnswer<SiteConfig>(page, '**/api/config', ({ schedule }) => ({
    schedule: schedule.map((entry) =>
      entry.key === 'claimOpen' ? { ...entry, date: '2031-05-06', basis: 'stated', status: 'pending' } : entry,
    ),
  }));
  return () => {
    isOver = true;
  };
}

/** Leaves out what readers of the language on a real site do not see: the banner of a rehearsal, the other language. */
async function lengthOf(page: Page, locale: Locale): Promise<number> {
  // A link to a part lays out all of them at once.
  await page.goto(`${locale === 'en' ? '/' : `/${locale}`}#roadmap`);
  const banner = await page.getByRole('complementary', { name: word(locale, 'site.name') }).boundingBox();
  return page.evaluate(() => document.documentElement.scrollHeight).then((all) => all - (banner?.height ?? 0));
}

test('on a phone the page is not longer than 9,000 px in any language, and below the card a bar leads back to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const closed = (key: string) => localStorage.setItem(key, location.pathname.slice(1) || 'en');
  await page.addInitScript(closed, LANGUAGE_OFFER);
  const lengths = new Map<Locale, number>();
  for (const locale of LOCALE_CODES) lengths.set(locale, await lengthOf(page, locale));
  expect([...lengths].filter(([, length]) => length > 9_000)).toEqual([]);
  await page.goto('/');
  await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeEnabled();
  await test.step('below the card a bar leads back to it', async () => {
    const bar = page.getByRole('link', { name: 'Buy Now' }).first();
    await expect(bar).not.toBeInViewport();
    await page.locator('#features').scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport();
    await test.step('one invitation at a time: the button of the head waits meanwhile, and the guide has none', async () => {
      const head = page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' });
      await expect(head).toBeHidden();
      await expect(page.getByRole('link', { name: 'Buy Now' })).toHaveCount(1);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect(bar).toBeHidden();
      await expect(head).toBeVisible();
      await page.locator('#features').scrollIntoViewIfNeeded();
    });
    await bar.click();
    await expect(page.locator('#presale')).toBeInViewport();
  });
});

test('a phone makes fewer than 20 requests before the visitor does anything; then the roadmap says what the sale is now', {
  tag: '@long',
}, async ({ page }) => {
  const endSale = await changeSale(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const made: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol !== 'data:') made.push(pathname);
  });
  const settled = followRequests(page);
  await page.goto('/');
  // The card is there, and has asked for the state of the sale.
  await expect.poll(() => made).toContain('/api/presale/stats');
  await settled();
  // One of them is the panel of a rehearsal, which a real site does not have.
  expect(made.length - 1, made.join('\n')).toBeLessThan(20);
  await openLists(page);
  await test.step('the roadmap says what the sale and the dates are now, not at the time of the build', async () => {
    const group = (name: string) => page.locator('.miles', { has: page.getByRole('heading', { name, level: 3 }) });
    endSale();
    await page.goto('/');
    await openLists(page);
    await expect(page.getByText('PRE-SALE ENDED')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Buy Now' })).toHaveCount(0);
    await page.mouse.move(200, 300);
    await group('Running').scrollIntoViewIfNeeded();
    await expect(group('Overdue')).toContainText('November 1, 2025 (computed)');
    await expect(group('Done')).toContainText('Presale in three phases');
    await expect(group('Running')).not.toContainText('Presale in three phases');
    await expect(group('Planned for a later date')).toContainText('Planned date: May 6, 2031');
    await expect(page.getByText('The sale ended here')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Amount in US dollars' })).toHaveCount(0);
  });
  await test.step('the news are what the server recorded last', async () => {
    await page.locator('#news').scrollIntoViewIfNeeded();
    await expect(page.locator('#news')).toContainText('The presale opened: phase 1 at $0.013 for one SYNX.');
  });
  await test.step('two features fit next to the heading of their part, or the part is below it', () =>
    expectFeaturesFit(page));
});

test('the steps of a purchase are ticked as the payment gets on, after a reload too', { tag: '@long' }, async ({
  page,
}) => {
  await openWithClock(page);
  await readSteps(page);
  expect(await stepMark(page, 'View your purchase')).not.toContain('✓');
  await test.step('while the page stays open', async () => {
    await payEth(page);
    await expect(paymentPanel(page).getByRole('status')).toHaveText(/^Confirmations [01]\/6$/);
    await expect.poll(() => stepMark(page, 'Buy')).toContain('✓');
    expect(await stepMark(page, 'View your purchase')).not.toContain('✓');
    await mine(1, 5);
    await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'The payment is credited.');
    await expect.poll(() => stepMark(page, 'View your purchase')).toContain('✓');
    expect(await stepMark(page, 'Claim after')).not.toContain('✓');
  });
  await test.step('as far as the connected wallet has come before', async () => {
    await page.reload();
    await readSteps(page);
    await expect.poll(() => stepMark(page, 'View your purchase')).toContain('✓');
    expect(await stepMark(page, 'Buy')).toContain('✓');
    expect(await stepMark(page, 'Claim after')).not.toContain('✓');
  });
});
