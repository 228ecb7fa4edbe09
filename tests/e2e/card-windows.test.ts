import { expect, type Locator, type Page } from '@playwright/test';
import type { PriceHistory } from '#src/contract/presale.ts';
import { card, fillCard } from '#tests/support/browser/card.ts';
import { changePricing } from '#tests/support/browser/change-pricing.ts';
import { expectNothingCovered } from '#tests/support/browser/covered-texts.ts';
import { test } from '#tests/support/browser/test.ts';

/** Opens the price history. */
async function openHistory(page: Page): Promise<Locator> {
  await card(page).getByRole('button', { name: 'Price history' }).click();
  return page.getByRole('dialog', { name: 'Price history' });
}

/** The labels of the card, and the giveaway without an address. */
async function seeLabels(page: Page): Promise<void> {
  await test.step('the panel carries its stated labels [R2.084]', async () => {
    await expect(card(page)).toContainText('ETH price$4,513.48');
    await expect(card(page)).toContainText('USD price1 SYNX = $0.013');
    await expect(card(page).getByRole('textbox', { name: 'ETH amount' })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expect(card(page)).toContainText('Time left');
    await expect(card(page)).toContainText('Progress');
    await expect(card(page)).not.toContainText('The $0.50 above');
  });
  await test.step('without an address the giveaway is switched off with its reason', () =>
    expect(card(page).getByRole('button', { name: '$77K Giveaway (not open yet)' })).toBeDisabled());
}

const HISTORY: PriceHistory = {
  entries: [
    { at: '2026-03-15T12:00:00.000Z', kind: 'phase', phase: 2, price: '0.022', windowNumber: 3 },
    { at: '2026-03-08T12:00:00.000Z', kind: 'window', phase: 1, price: '0.013', windowNumber: 2 },
    { at: '2026-03-01T12:00:00.000Z', kind: 'start', phase: 1, price: '0.013', windowNumber: 1 },
  ],
  total: 3,
};

/** The price history with the entries that the server has recorded. */
async function seeEntries(page: Page): Promise<void> {
  await page.route('**/api/presale/price-history', (route) => route.fulfill({ json: HISTORY }));
  const history = await openHistory(page);
  const rows = history.getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(/Mar 15, 2026.*Price increase: phase 2\$0\.022/);
  await expect(rows.nth(2)).toContainText('Window 2 began, price unchanged$0.013');
  await expect(rows.nth(3)).toContainText('The sale began$0.013');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The calculation of the tokens in the price history. */
async function seeCalculation(page: Page): Promise<void> {
  await fillCard(page, 1, 'ETH', '1');
  const history = await openHistory(page);
  await expect(history).toContainText(
    /1 ETH is worth \$4,513\.48 according to Chainlink’s ETH \/ USD price feed on Ethereum \(updated \w+ \d+, 20\d\d, [\d:]+/,
  );
  await expect(history).toContainText(
    '$4,513.48 at $0.013 per SYNX comes to 347,190.7692 SYNX. We credit whole SYNX only, rounded down: 347,190 SYNX.',
  );
  await history.getByRole('button', { name: 'Close' }).click();
  await fillCard(page, 1, 'USDC', '100');
  await openHistory(page);
  await expect(history).toContainText('1 USDC counts as exactly $1.');
  await history.getByRole('button', { name: 'Close' }).click();
}

/** The calculation of the tokens in its own window. */
async function openCalculation(page: Page): Promise<void> {
  const opener = card(page).getByRole('button', { name: 'How your SYNX amount is calculated' });
  await expect(card(page)).toContainText('ETH price$4,513.48');
  await expect(opener).toBeHidden();
  await fillCard(page, 1, 'ETH', '1');
  await opener.click();
  const basis = page.getByRole('dialog', { name: 'How your SYNX amount is calculated' });
  await expect(basis).toContainText('according to Chainlink’s ETH / USD price feed on Ethereum');
  await expect(basis).toContainText('rounded down: 347,190 SYNX.');
  await basis.getByRole('button', { name: 'Close' }).click();
  await expect(opener).toBeFocused();
}

test('the card carries its labels, and its windows state the prices so far and how tokens are calculated', {
  tag: '@long',
}, async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/');
  await test.step('no window of the card is loaded before it is opened', async () => {
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    expect(loaded.filter((path) => /texts|[Ss]ummary|History|Leaving|Selector|Payments|Dialog/.test(path))).toEqual([]);
  });
  await seeLabels(page);
  await test.step('the price history of a fresh server begins with the sale, and loads the texts', async () => {
    const history = await openHistory(page);
    await expect(history.getByRole('row').last()).toContainText('The sale began$0.013');
    expect(loaded.some((path) => path === '/texts/en.json')).toBe(true);
    await history.getByRole('button', { name: 'Close' }).click();
  });
  await test.step('the price history behind the countdown lists what the server recorded', () => seeEntries(page));
  await test.step('the value of an amount leads to the way its tokens are calculated, and back', () =>
    openCalculation(page));
  await test.step('the price history states the source and the age of the price, and how the amount is rounded', () =>
    seeCalculation(page));
});

test('the card leads to the four steps, and to the giveaway on its own site', async ({ page }) => {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const named = html.replace(
      'giveawayUrl&quot;:[0,null]',
      'giveawayUrl&quot;:[0,&quot;https://giveaway.example/77k&quot;]',
    );
    expect(named).not.toBe(html);
    await route.fulfill({ response: answer, body: named });
  });
  await page.goto('/');
  await test.step('the giveaway opens after a notice about leaving this site [R2.080]', async () => {
    await card(page).getByRole('button', { name: '$77K Giveaway' }).click();
    const notice = page.getByRole('dialog', { name: 'You are leaving SYNX' });
    await expect(notice).toContainText('Never enter your recovery phrase (seed phrase) anywhere');
    const leave = notice.getByRole('link', { name: 'Continue to giveaway.example' });
    await expect(leave).toHaveAttribute('href', 'https://giveaway.example/77k');
    await expect(leave).toHaveAttribute('target', '_blank');
    await expect(leave).toHaveAttribute('rel', /noopener/);
    await expectNothingCovered(notice);
    await notice.getByRole('button', { name: 'Stay here' }).click();
    await expect(notice).toBeHidden();
  });
  await test.step('How to Buy scrolls to the four steps [R2.079]', async () => {
    await card(page).getByRole('link', { name: 'How to Buy' }).click();
    await expect(page.locator('#how-to-buy')).toBeInViewport();
    await expect(page).toHaveURL(/#how-to-buy$/);
  });
});

test('the price history says how an amount over two phases is rounded, when it is too much, and of which price', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/net::ERR_FAILED/);
  await changePricing(page, () => ({ phase: 2, currentPrice: '0.022', tokensRemaining: '1000' }));
  await page.route('**/api/crypto/prices', (route) => route.abort());
  await page.goto('/');
  await fillCard(page, 1, 'USDC', '100');
  const history = await openHistory(page);
  await expect(history).toContainText('1,000 SYNX at $0.022 (phase 2)2,363 SYNX at $0.033 (phase 3)');
  await expect(history).toContainText(
    '$100.00 buys 3,363 SYNX across these phases. We credit whole SYNX only; the total is rounded down once.',
  );
  await expect(history).not.toContainText('Indicative price');
  await history.getByRole('button', { name: 'Close' }).click();
  await fillCard(page, 1, 'USDC', '9999999');
  await openHistory(page);
  await expect(history).toContainText('Only 98,001,000 SYNX are left in the sale.');
  await history.getByRole('button', { name: 'Close' }).click();
  await fillCard(page, 1, 'ETH', '1');
  await openHistory(page);
  await expect(history).toContainText('Indicative price, not live yet');
});
