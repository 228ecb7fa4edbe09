import { expect, type Page } from '@playwright/test';
import { word } from '#tests/support/browser/dictionary.ts';
import { test } from '#tests/support/browser/test.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Searches the open page's questions and answers. */
async function searchAll(page: Page): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search questions and answers' });
  const burn = page.getByRole('heading', { name: 'How does the burn work?' });
  const minimum = page.getByRole('heading', { name: 'What is the minimum purchase?' });
  await search.fill('BURN WORK');
  await expect(burn).toBeVisible();
  await expect(minimum).toBeHidden();
  // Words that occur only in an answer.
  await search.fill('meant to fall over time');
  await expect(page.getByRole('heading', { name: 'What is the total supply?' })).toBeVisible();
  await expect(burn).toBeHidden();
  await expect(page.getByText('Matching questions: 1')).toBeVisible();
  await search.fill('no such words anywhere');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read the Blackpaper' })).toHaveAttribute('href', '/blackpaper');
  await expect(page.getByText('{email}')).toHaveCount(0);
  await search.fill('');
  await expect(burn).toBeVisible();
  // It looks at answers alone, not at the names of figures below them.
  await search.fill('validator.cap');
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await search.fill('');
  await expect(burn).toBeVisible();
}

/** Gives an opinion on an answer and retracts it. */
async function giveOpinion(page: Page): Promise<void> {
  const burn = page.locator('#burn');
  const up = burn.getByRole('button', { name: 'Yes, helpful' });
  const down = burn.getByRole('button', { name: 'No, not helpful' });
  const stored = page.waitForResponse('**/api/faq/feedback');
  await up.click();
  expect((await stored).status()).toBeLessThan(300);
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await burn.getByRole('heading').click();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/api/faq/feedback', (route) => route.fulfill({ status: 503, json: { code: 'x', message: 'x' } }));
  await down.click();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(down).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/faq/feedback');
  await up.click();
  await expect(up).toHaveAttribute('aria-pressed', 'false');
}

test('questions are searched, opened, copied and rated', async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await page.goto('/faq#total-supply');
  await test.step('several answers can be open at once, an address opens its answer, and each can be copied [R2.111 R2.112]', async () => {
    const supply = page.locator('#total-supply');
    const burn = page.locator('#burn');
    await expect(supply.getByText('The total supply is')).toBeVisible();
    await burn.getByRole('heading').click();
    await expect(burn.getByText('Burning is part of the SYNX chain')).toBeVisible();
    await expect(supply.getByText('The total supply is')).toBeVisible();
    await burn.getByRole('button', { name: 'Copy answer' }).click();
    await expect(burn.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('How does the burn work?');
    expect(copied).toContain('Burning is part of the SYNX chain');
    expect(copied.trim().endsWith('/faq#burn')).toBe(true);
    expect(copied).not.toContain('Copy answer');
  });
  await test.step('the search covers questions and answers, in any case, and says when nothing is found [R2.108 R2.109 R2.116]', () =>
    searchAll(page));
  await test.step('an opinion is kept over a reload and can be retracted; one that cannot be stored is not shown as given [R2.113]', () =>
    giveOpinion(page));
});

test('below an answer is a link to the figures it states, in the list of all figures', async ({ page }) => {
  await page.goto('/ar/faq#chain-plans');
  const answer = page.locator('#chain-plans');
  await answer.getByRole('link', { name: word('ar', 'faq.facts') }).click();
  await expect(page).toHaveURL('/ar/config#block.seconds');
  await expect(page.getByRole('row').filter({ hasText: 'block.seconds' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('questions open and close, and nothing is offered that cannot work [R2.111]', async ({ page }) => {
    await page.goto('/faq');
    await page.getByRole('heading', { name: 'How does the burn work?' }).click();
    await expect(page.locator('#burn').getByText('Burning is part of the SYNX chain')).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Copy answer' })).toHaveCount(0);
  });

  test('no page says for ever that something is loading: each names its need of scripts', async ({ page }) => {
    for (const path of [
      '/',
      '/press-release',
      '/config',
      '/receipt',
      '/dashboard',
      '/staking',
      '/airdrop',
      '/voting',
    ]) {
      await page.goto(path);
      await expect(page.getByText(/^Loading|Loading (the|SYNX)|…$/).filter({ visible: true }), path).toHaveCount(0);
      await expect(
        page
          .getByText(/JavaScript/)
          .filter({ visible: true })
          .first(),
        path,
      ).toBeVisible();
    }
  });
});
