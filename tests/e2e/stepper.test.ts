import { expect, type Page } from '@playwright/test';
import { expectedTokens, waitForCredit } from '#tests/support/browser/api.ts';
import { card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { paymentPanel } from '#tests/support/browser/payments.ts';
import { switches } from '#tests/support/browser/rehearsal.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet } from '#tests/support/browser/wallet.ts';

const ETH = tokenOf(1, 'ETH');

/** Pays 1 ETH, and reads the steps of the payment while it is confirmed. */
async function readSteps(page: Page): Promise<void> {
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  const panel = paymentPanel(page);
  await expect(panel.getByRole('status')).toHaveText('Waiting for your wallet');
  await expect(panel).toContainText('If you reject it, nothing is sent.');
  await confirmInWallet(page);
  await expect(panel.getByRole('status')).toHaveText(/Confirmations [01]\/6/);
  // One line is enough while there is nothing to do.
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Show steps' }).press('Enter');
  await expect(panel.getByRole('listitem')).toHaveText([
    /Sent from your wallet.*Done/,
    /Payment recorded.*Done/,
    /Confirmations [01]\/6.*In progress/,
    /Tokens credited.*Still to come/,
  ]);
  await expect(panel).toContainText(/0x[0-9a-f]{64}/);
  await expect(panel.getByRole('link', { name: 'Track this payment' })).toHaveAttribute(
    'href',
    /^\/track\?hash=0x[0-9a-f]{64}&chain=1$/,
  );
  await expect(panel).toContainText(/Time: \d+:\d\d/);
  await expect(panel).toContainText('You can close this page.');
}

/** Gives the page notifications that a visitor allows when asked; the page's own list of those it has shown. */
async function allowNotifications(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown {
      static permission = 'default';
      static requestPermission = async () => {
        Shown.permission = 'granted';
        return Shown.permission;
      };
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Shown, shownNotifications: shown });
  });
  return () => page.evaluate(() => (window as never as { shownNotifications: string[] }).shownNotifications);
}

const WINDOWS = [
  [1440, 900],
  [1366, 768],
  [768, 1024],
  [390, 844],
] as const;

/** The payment stands in the card, and at the header once the card is out of view: it covers no button of the card. */
async function seePlaces(page: Page): Promise<void> {
  const panel = paymentPanel(page);
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const inCard = card(page).getByRole('region', { name: 'Your payment' });
    await expect(inCard, `${width} px`).toBeVisible();
    const after = card(page).getByRole('button', { name: /^Buy with Credit/ });
    const [last, next] = [await inCard.boundingBox(), await after.boundingBox()];
    const blank = (next?.y ?? 0) - (last?.y ?? 0) - (last?.height ?? 0);
    expect(blank, `blank below the payment at ${width} px`).toBeGreaterThanOrEqual(0);
    expect(blank, `blank below the payment at ${width} px`).toBeLessThanOrEqual(24);
    await page.getByRole('heading', { name: 'Roadmap' }).evaluate((heading) => heading.scrollIntoView());
    await expect(page.getByRole('banner').getByRole('region', { name: 'Your payment' })).toBeInViewport();
    await expect(panel).toHaveCount(1);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Where each switch of a rehearsal is on the page, wherever that is scrolled to. */
function switchPlaces(page: Page) {
  return switches(page)
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [button.textContent, x + scrollX, y + scrollY, width, height];
      }),
    );
}

/**
 * No switch moves as the server says which outages last, nor as the payment moves to the header, which it does a moment
 * after the card has been scrolled out of view: a press that begins before and ends after would be lost.
 */
async function seeSwitches(page: Page): Promise<void> {
  const answer = Promise.withResolvers<void>();
  await page.route('**/rehearsal/state', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const fold = switches(page).getByText('Simulate a failure');
  await fold.click();
  await expect(switches(page).getByRole('button', { name: 'Get worthless coins' })).toBeVisible();
  const panel = { name: 'Your payment' };
  await card(page).evaluate((sale) => sale.scrollIntoView());
  await expect(card(page).getByRole('region', panel)).toBeVisible();
  const places = await switchPlaces(page);
  answer.resolve();
  await expect(switches(page).getByRole('button', { name: 'Stop the API' })).toHaveAttribute('aria-pressed', 'false');
  expect(await switchPlaces(page)).toEqual(places);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('banner').getByRole('region', panel)).toBeVisible();
  expect(await switchPlaces(page)).toEqual(places);
  await fold.click();
}

/** Minimises the steps, which leaves the page behind them usable, and shows them again. */
async function minimise(page: Page): Promise<void> {
  const panel = paymentPanel(page);
  await panel.getByRole('button', { name: 'Minimise' }).click();
  await expect(panel.getByRole('list')).toBeHidden();
  await card(page).getByRole('button', { name: 'Refresh prices' }).click();
  await expect(toast(page)).toContainText('Refresh Complete');
  await panel.getByRole('button', { name: 'Show steps' }).click();
}

test('the overlay loads with the first payment and leads it from the wallet to the credit [R2.081]', async ({
  page,
  request,
}) => {
  const loaded: string[] = [];
  page.on('request', (asked) => loaded.push(new URL(asked.url()).pathname));
  const notifications = await allowNotifications(page);
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  const panel = paymentPanel(page);
  await expect(panel).toBeHidden();
  expect(loaded.some((path) => path.includes('/Payments'))).toBe(false);
  await readSteps(page);
  await panel.getByRole('button', { name: 'Tell me when it is credited' }).click();
  await expect(panel).toContainText('This browser will tell you');
  await minimise(page);
  await seePlaces(page);
  await seeSwitches(page);
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await passTimeUntil(page, panel.getByRole('status'), 'The payment is credited.');
  expect(await notifications()).toEqual(['Tokens credited: 1 ETH']);
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
});
