import { expect, type Page } from '@playwright/test';
import { call, localClient } from '#src/dev/chains/local-client.ts';
import { card, fillCard, pressPurchase, summarySheet } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { paymentPanel, transactions } from '#tests/support/browser/payments.ts';
import { press, switches } from '#tests/support/browser/rehearsal.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet } from '#tests/support/browser/wallet.ts';

/** Many times the block time of these chains. */
const STALL_MS = 6_000;

/** One ETH less the price of the last 60,001 SYNX. */
const REST = /Refund due \$2,533\.4[45]/;

/** A site whose chains move as in a rehearsal, a block each second, with its own sale. */
const test = testOn(async (chains) => {
  const clients = chains.map(({ chainId, rpcUrl }) => localClient(chainId, rpcUrl));
  await Promise.all(clients.map((client) => call(client, 'evm_setIntervalMining', [1])));
  return startSite(chains, {}, undefined, STALL_MS);
});

/** Has the card read its prices again until it says this. */
async function refreshUntil(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await card(page).getByRole('button', { name: 'Refresh prices' }).click();
    await expect(toast(page)).toContainText('Refresh Complete');
    await expect(card(page)).toContainText(text, { timeout: 100 });
  }).toPass({ timeout: 40_000 });
}

test('old prices and stopped chains are named at the purchase button, and it works again afterwards', {
  tag: '@long',
}, async ({ page }) => {
  await openWithClock(page);
  await fillCard(page, 1, 'ETH', '1');
  const purchase = card(page).getByRole('button', { name: 'Purchase Tokens' });
  await expect(purchase).toBeEnabled();
  for (const [name, said, button] of [
    ['Stop the chains', 'The server sees no new block for another', 'Waiting for Ethereum'],
    ['Make prices two days old', 'Prices are two days old for another', 'Waiting for live price'],
  ] as const) {
    await press(page, name);
    await expect(switches(page)).toContainText(said);
    await refreshUntil(page, button);
    await press(page, name);
    await refreshUntil(page, 'Purchase Tokens');
  }
});

test('a payment for more than the last tokens is credited in part and refunded in part, and ends the sale', {
  tag: '@long',
}, async ({ page }) => {
  await openWithClock(page);
  await press(page, 'Sell all but 60,001 SYNX');
  await expect(switches(page)).toContainText('Reload the page in a few seconds to see it.');
  await refreshUntil(page, '60,001 SYNX left in this phase');
  await fillCard(page, 1, 'ETH', '1');
  await expect(card(page)).toContainText('Only 60,001 SYNX are left in the sale.');
  await pressPurchase(page);
  const sheet = summarySheet(page);
  await expect(sheet.getByRole('alert')).toContainText('of this payment would buy no tokens');
  for (const box of await sheet.getByRole('checkbox').all()) await box.check();
  await sheet.getByRole('button', { name: 'Pay the full amount anyway' }).click();
  await confirmInWallet(page);
  await passTimeUntil(page, toast(page), 'Tokens Credited60,001 SYNX');
  await passTimeUntil(page, paymentPanel(page).getByRole('status'), 'The payment is credited.');
  await page.reload();
  const ended = page.getByRole('region', { name: 'PRE-SALE ENDED' });
  await expect(ended.getByRole('button', { name: 'Sold Out' })).toBeDisabled();
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('SYNX Presale');
  await ended.getByRole('button', { name: 'My transactions' }).click();
  const item = transactions(page).getByRole('listitem');
  await expect(item).toContainText('60,001 SYNX');
  await expect(item).toContainText(REST);
  await page.goto('/dashboard');
  await expect(page.getByRole('row').filter({ hasText: '1 ETH' })).toContainText(REST);
  await expect(page.getByRole('row', { name: /^Purchased/ })).toHaveText('Purchased$1,980.0360,001');
});
