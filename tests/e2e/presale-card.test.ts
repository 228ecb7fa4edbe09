import { expect, type Page } from '@playwright/test';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { paymentOptions } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { amountField, card, fillCard, receive } from '#tests/support/browser/card.ts';
import { changePricing } from '#tests/support/browser/change-pricing.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';

function after(pricing: PresalePricing, seconds: number): string {
  return new Date(Date.parse(pricing.serverTime) + seconds * 1000).toISOString();
}

/** The countdown's four figures. */
async function timeLeft(page: Page): Promise<string> {
  const figures = await card(page).locator('.countdown').getByRole('definition').allTextContents();
  return figures.join(' ');
}

/** The parts of the card, before anything is entered. */
async function seeParts(page: Page): Promise<void> {
  await test.step('its title and the button that refreshes [R2.055 R2.056]', async () => {
    await expect(card(page).getByRole('heading', { name: 'PRE-SALE LIVE' })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Refresh prices' })).toBeVisible();
  });
  await test.step('progress, price and the next one [R2.058 R2.059 R2.060]', async () => {
    await expect(card(page).getByRole('progressbar', { name: 'Progress' })).toBeVisible();
    await expect(card(page)).toContainText(/Progress(?:\d+(?:\.\d+)?|Less than 0\.01)% of phase 1 taken/);
    await expect(card(page)).toContainText('Current price$0.013Next phase price$0.022');
  });
  await test.step('the time left and the amount raised [R2.061 R2.064]', async () => {
    await expect(card(page)).toContainText('Time left in this price window');
    expect(await timeLeft(page)).toMatch(/^\d{2} \d{2} \d{2} \d{2}$/);
    await expect(card(page)).toContainText(/Total USD Raised\$[\d,.]+/);
  });
  await test.step('network, token and amount [R2.065 R2.067 R2.068 R2.070]', async () => {
    await expect(card(page).getByRole('combobox', { name: 'Network' })).toBeVisible();
    await expect(card(page).getByRole('combobox', { name: 'Pay with' })).toBeVisible();
    await expect(amountField(page)).toBeEditable();
    await expect(card(page).getByRole('button', { name: 'MAX' })).toBeDisabled();
  });
  await test.step('the amount received, the rates, and the button [R2.072 R2.073 R2.074]', async () => {
    await expect(card(page)).toContainText('You will receive0 SYNX');
    await expect(card(page)).toContainText('ETH price$4,513.48');
    await expect(card(page).getByRole('button', { name: 'Connect Wallet' })).toBeEnabled();
  });
  await test.step('paying by card is announced [R2.078]', async () => {
    await expect(card(page).getByRole('button', { name: 'Buy with Credit/Debit card (coming soon)' })).toBeDisabled();
  });
}

/** The networks and the currencies of each. */
async function seeOptions(page: Page): Promise<void> {
  const network = card(page).getByRole('combobox', { name: 'Network' });
  const token = card(page).getByRole('combobox', { name: 'Pay with' });
  await test.step('the networks [R3.012 R3.017 R3.022]', async () => {
    await expect(network.getByRole('option')).toHaveText(['Ethereum', 'BSC', 'Polygon']);
  });
  await test.step('the currencies of each [R3.026 R3.027 R3.028 R3.031]', async () => {
    await expect(token.getByRole('option')).toHaveText(['ETH', 'USDC', 'USDT', 'USD1']);
    await network.selectOption('BSC');
    await expect(token.getByRole('option')).toHaveText(['BNB', 'USDC', 'USDT']);
    await network.selectOption('Polygon');
    await expect(token.getByRole('option')).toHaveText(['POL (formerly MATIC)', 'USDC', 'USDT']);
  });
  expect(CHAIN_IDS.flatMap((chainId) => paymentOptions(chainId as ChainId))).toHaveLength(10);
}

/** Refreshes the prices, with an answer that is held back and one that never arrives. */
async function refreshTwice(page: Page): Promise<void> {
  await expect(card(page)).toContainText('1 SYNX = $0.013');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/presale/stats', async (route) => {
    await held;
    await route.continue();
  });
  const refresh = card(page).getByRole('button', { name: 'Refresh prices' });
  await refresh.click();
  await expect(toast(page)).toContainText('Refreshing...');
  release();
  await expect(toast(page)).toContainText('Refresh Complete');
  await page.unroute('**/api/presale/stats');
  await page.route('**/api/presale/stats', (route) => route.abort());
  await refresh.click();
  await expect(toast(page)).toContainText('Refresh Failed');
  await page.unroute('**/api/presale/stats');
}

test('shows the sale with title, progress, prices, time, total and form, which survives a reload', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.goto('/');
  await seeParts(page);
  await test.step('offers ten payment options on three networks', () => seeOptions(page));
  await test.step('refreshing shows its start, its end and its failure [R8.040 R8.041 R8.042]', () =>
    refreshTwice(page));
  await test.step('the form survives a reload', async () => {
    await fillCard(page, 56, 'USDT', '77.5');
    await page.reload();
    await expect(amountField(page)).toHaveValue('77.5');
    await expect(card(page).getByRole('combobox', { name: 'Network' })).toHaveValue('56');
    await expect(card(page).getByRole('combobox', { name: 'Pay with' })).toHaveValue('USDT');
  });
});

/** Counts the seconds of the page's own time down to the end of a window. */
async function countDown(page: Page): Promise<void> {
  const asked = await changePricing(page, (pricing, times) =>
    times === 0
      ? { windowEndsAt: after(pricing, 3600), windowNumber: 3, lastWindow: null }
      : { windowEndsAt: after(pricing, 604_799), windowNumber: 4, lastWindow: 'restarted' },
  );
  await page.goto('/');
  await expect(card(page)).toContainText('Price window 3');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const seconds = async () => {
    const [days, hours, minutes, left] = (await timeLeft(page)).split(' ').map(Number);
    return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (left ?? 0);
  };
  // A minute has been skipped; the card has said so before its seconds are counted.
  await expect.poll(seconds).toBeLessThanOrEqual(3_541);
  const start = await seconds();
  expect(start).toBeGreaterThan(3_400);
  await page.clock.runFor(1_000);
  await expect.poll(seconds).toBe(start - 1);
  await page.clock.runFor(2_000);
  await expect.poll(seconds).toBe(start - 3);
  expect(asked()).toBe(1);

  await page.clock.fastForward(3_600_000);
  await expect(card(page)).toContainText('Price window 4. The previous one ended with the price unchanged.');
  expect(asked()).toBe(2);
  await expect.poll(() => timeLeft(page)).toMatch(/^06 23 59 5\d$/);
}

test('the card follows the time: of the price window, and of the prices it has read', async ({ page }) => {
  await page.clock.install();
  await test.step('counts down each second by the server clock, and at zero reads the prices before it shows the next window [R4.026 R4.027 R9.016]', () =>
    countDown(page));
  await test.step('a price that was read a while ago states its age', async () => {
    await expect(card(page)).toContainText('1 SYNX = $0.013');
    await expect(card(page)).not.toContainText('min ago');
    await page.clock.fastForward(180_000);
    await expect(card(page)).toContainText('Price updated 3 min ago. It will be updated again before you pay.');
  });
});

const LAST_PHASE = { phase: 3, nextPhasePrice: null, currentPrice: '0.033' } as const;

/** Opens the landing page with a wallet; the returned function changes the sale, and has the card read it. */
async function openSale(page: Page) {
  let change: Partial<PresalePricing> = LAST_PHASE;
  await changePricing(page, () => change);
  await openConnected(page, 1, { token: ['USDC', '100'] });
  return async (next: Partial<PresalePricing>) => {
    change = next;
    await page.getByRole('button', { name: 'Refresh prices' }).click();
  };
}

test('the card follows the sale to its end: phases, the rest that is left, a pause and the closing', async ({
  page,
}) => {
  const changeSale = await openSale(page);
  await test.step('in the last phase no further increase is promised', async () => {
    await expect(card(page)).toContainText('No further increase scheduled');
    await expect(card(page)).toContainText('Time left in this window');
  });
  await test.step('an amount across a phase edge is split by phase', async () => {
    await changeSale({ tokensRemaining: '1000', phase: 1 });
    await fillCard(page, 1, 'USDC', '35');
    await expect(receive(page)).toHaveText('2,000 SYNX');
    await expect(card(page)).toContainText('1,000 SYNX at $0.013 (phase 1)');
    await expect(card(page)).toContainText('1,000 SYNX at $0.022 (phase 2)');
  });
  await test.step('Buy Rest fills in the rest of the sale [R2.071 R5.019 R9.019]', async () => {
    await changeSale({ ...LAST_PHASE, tokensRemaining: '1000' });
    await expect(card(page)).toContainText('No further increase scheduled');
    await fillCard(page, 1, 'ETH', '');
    await expect(card(page).getByRole('button', { name: 'Buy Rest' })).toBeHidden();
    await fillCard(page, 1, 'USDC', '');
    await card(page).getByRole('button', { name: 'Buy Rest' }).click();
    await expect(amountField(page)).toHaveValue('33');
    await expect(receive(page)).toHaveText('1,000 SYNX');
  });
  await test.step('less than 5 USD left is Sold Out (Below Min) [R5.020]', async () => {
    await changeSale({ ...LAST_PHASE, tokensRemaining: '151' });
    await fillCard(page, 1, 'USDT', '');
    await expect(card(page).getByRole('button', { name: 'Sold Out (Below Min)' })).toBeDisabled();
  });
  for (const [saleStatus, title, label] of [
    ['sold-out', 'PRE-SALE ENDED', 'Sold Out'],
    ['closed', 'PRE-SALE ENDED', 'Sale Closed'],
    ['paused', 'PRE-SALE PAUSED', 'Sale Paused'],
  ] as const)
    await test.step(`a sale that is ${saleStatus} says so and sells nothing`, async () => {
      await changeSale({ saleStatus });
      const ended = page.getByRole('region', { name: title });
      await expect(ended.getByRole('button', { name: label, exact: true })).toBeDisabled();
      const invitations = page.getByRole('link', { name: /^(Buy Now|Join Presale)$/ });
      await expect(invitations).toHaveCount(saleStatus === 'paused' ? 1 : 0);
    });
});
