import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { expectedTokens, waitForCredit } from '#tests/support/browser/api.ts';
import { card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, rejectInWallet } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';

const ETH = tokenOf(1, 'ETH');
const PURCHASE = '**/api/presale/purchase';

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

/** Minimises the steps, which leaves the page behind them usable, and shows them again. */
async function minimise(page: Page): Promise<void> {
  const panel = paymentPanel(page);
  await panel.getByRole('button', { name: 'Minimise' }).click();
  await expect(panel.getByRole('list')).toBeHidden();
  await card(page).getByRole('button', { name: 'Refresh prices' }).click();
  await expect(toast(page)).toContainText('Refresh Complete');
  await panel.getByRole('button', { name: 'Show steps' }).click();
}

/** Pays while the API does not answer, which records the payment later. */
async function payUnrecorded(page: Page, request: APIRequestContext): Promise<void> {
  const wallet = await fundedWallet(1);
  await selectAccount(page, wallet);
  const tokens = await expectedTokens(request, ETH, '1');
  await page.route(PURCHASE, (route) => route.abort());
  await payEth(page);
  const panel = paymentPanel(page);
  await expect(panel).toContainText('Our server has not received the hash yet.');
  await expect(panel).toContainText('Do not pay a second time.');
  await mine(1, 5);
  await waitForCredit(request, wallet, tokens);
  await page.unroute(PURCHASE);
  await passTimeUntil(page, panel.getByRole('status'), 'The payment is credited.');
}

test('the overlay loads with the first payment and leads each from the wallet to the credit, or away', async ({
  page,
  watch,
  request,
}) => {
  watch.allow(/net::ERR_FAILED/);
  const loaded: string[] = [];
  page.on('request', (asked) => loaded.push(new URL(asked.url()).pathname));
  const notifications = await allowNotifications(page);
  const wallet = await openWithClock(page);
  const tokens = await expectedTokens(request, ETH, '1');
  await expect(paymentPanel(page)).toBeHidden();
  expect(loaded.some((path) => path.includes('/Payments'))).toBe(false);
  await test.step('from the wallet to the credit [R2.081]', async () => {
    await readSteps(page);
    const panel = paymentPanel(page);
    await panel.getByRole('button', { name: 'Tell me when it is credited' }).click();
    await expect(panel).toContainText('This browser will tell you');
    await minimise(page);
    await seePlaces(page);
    await mine(1, 5);
    await waitForCredit(request, wallet, tokens);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    await passTimeUntil(page, panel.getByRole('status'), 'The payment is credited.');
    expect(await notifications()).toEqual(['Tokens credited: 1 ETH']);
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: false, configurable: true }));
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
  });
  await test.step('a payment that is rejected in the wallet leaves no steps behind', async () => {
    await card(page).getByRole('button', { name: 'Buy More' }).click();
    await fillCard(page, 1, 'ETH', '1');
    await purchase(page);
    await expect(paymentPanel(page)).toBeVisible();
    await rejectInWallet(page);
    await expect(paymentPanel(page)).toBeHidden();
  });
  await test.step('a hash the API does not accept is shown as kept, and recorded later without the visitor', () =>
    payUnrecorded(page, request));
});

/** Pays while the API's answers to payments are changed. */
async function payAnswered(page: Page, changes: Pick<PurchaseResponse, 'status' | 'reason'>): Promise<void> {
  await changeAnswer<PurchaseResponse>(page, PURCHASE, () => changes);
  await payEth(page);
}

test('a payment that is not credited is explained, even for a reason that this page does not know', async ({
  page,
}) => {
  await openWithClock(page);
  await test.step('a transaction that paid another address than ours is a warning', async () => {
    await payAnswered(page, { status: 'rejected', reason: 'wrong-recipient' });
    await expect(paymentPanel(page).getByRole('alert')).toContainText('Do not pay again from this page');
    await paymentPanel(page).getByRole('button', { name: 'Close' }).click();
    await expect(paymentPanel(page)).toBeHidden();
  });
  await test.step('a reason that this page does not know has a generic sentence', async () => {
    await payAnswered(page, { status: 'needs-review', reason: 'of-a-newer-api' });
    await expect(paymentPanel(page)).toContainText('This page is out of date. Reload it to see the reason.');
  });
});
