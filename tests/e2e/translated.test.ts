import { expect, type Page } from '@playwright/test';
import { card, fillCard, purchase, receive } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { openSteps, paymentPanel, transactions } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { translatePage } from '#tests/support/browser/translate-page.ts';
import { confirmInWallet, expectConnected, walletButton } from '#tests/support/browser/wallet.ts';

/** Both pages, of which one is translated, say the same in their main part or another, apart from when it was read. */
async function expectAlike(
  translated: Page,
  plain: Page,
  partOf = (page: Page) => page.getByRole('main'),
): Promise<void> {
  const said = async (page: Page) => ((await partOf(page).textContent()) ?? '').replace(/\d+:\d\d:\d\d|\s+/g, ' ');
  await expect(async () => expect(await said(translated)).toBe(await said(plain))).toPass();
}

async function enterTwice(page: Page): Promise<void> {
  await fillCard(page, 1, 'ETH', '0.5');
  await expect(card(page)).toContainText('Value: $2,256.74');
  await expect(receive(page)).toHaveText('173,595 SYNX');
  await fillCard(page, 1, 'ETH', '0.02');
  await expect(card(page)).toContainText('Value: $90.26');
  await expect(card(page)).not.toContainText('$2,256.74');
  await expect(receive(page)).toHaveText('6,943 SYNX');
  await fillCard(page, 1, 'USDC', '50');
  await expect(card(page)).toContainText('Value: $50.00');
  await expect(card(page)).not.toContainText('$90.26');
  await fillCard(page, 1, 'ETH', '1');
}

async function pay(page: Page): Promise<void> {
  await purchase(page);
  await confirmInWallet(page);
  const panel = paymentPanel(page);
  await expect(panel.getByRole('status')).toHaveText(/Confirmations [01]\/6/);
  await openSteps(page);
  await mine(1, 3);
  await passTimeUntil(page, panel.getByRole('listitem').nth(2), /Confirmations [345]\/6/);
  await mine(1, 5);
  await passTimeUntil(page, panel.getByRole('status'), 'The payment is credited.');
  await expect(panel.getByRole('listitem')).toHaveText([/Done/, /Done/, /Confirmations 6\/6.*Done/, /Done/]);
  await expect(panel).not.toContainText(/Confirmations [0-5]\/6/);
}

/** Both pages list the payments of their wallet, by one network after another, and log out. */
async function listAndLogOut(pages: readonly [Page, Page]): Promise<void> {
  const header = (page: Page) => page.getByRole('banner').locator('.wallet');
  await expectAlike(...pages, header);
  for (const page of pages) {
    await page.evaluate(() => dispatchEvent(new Event('synx:transactions')));
    const list = transactions(page);
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await list.getByRole('button', { name: 'BSC' }).click();
    await expect(list).toContainText('No transactions yet.');
    await list.getByRole('button', { name: 'Ethereum' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
  }
  await expectAlike(...pages, transactions);
  for (const page of pages) {
    await transactions(page).getByRole('button', { name: 'Close' }).last().click();
    await walletButton(page).click();
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(header(page)).toHaveText('Connect Wallet');
  }
}

test('on a page that the browser translates, no earlier figure remains next to a new one', async ({
  page,
  context,
  request,
  watch,
}) => {
  // An empty page has no storage.
  watch.allow(/sessionStorage/);
  await translatePage(page);
  const wallet = await openWithClock(page);
  await test.step('the value of an amount', () => enterTwice(page));
  await test.step('the confirmations of a payment', () => pay(page));
  await test.step('a message after another', async () => {
    for (const title of ['Refresh Complete', 'Refresh Complete']) {
      await card(page).getByRole('button', { name: 'Refresh prices' }).click();
      await expect(toast(page)).toContainText(title);
    }
  });
  const plain = await context.newPage();
  const wallets = [await fundedWallet(56), await fundedWallet(56)] as const;
  for (const [index, wallet] of wallets.entries()) await creditWallet(request, wallet, index + 1);
  await test.step('the dashboard of one wallet, and then of another', async () => {
    for (const each of [page, plain]) {
      await each.goto('/dashboard');
      for (const wallet of wallets) {
        await each.getByLabel('Look up any address').fill(wallet);
        await each.getByRole('button', { name: 'Look up' }).click();
        await expect(each.getByRole('group', { name: 'Purchased', exact: true })).not.toHaveText('0');
        await expect(each.getByText(wallet).first()).toBeVisible();
      }
      const hide = each.getByRole('button', { name: 'Hide' });
      await hide.click();
      await hide.click();
    }
    await expectAlike(page, plain);
  });
  await test.step('the wallet button, and the list of transactions', async () => {
    for (const each of [page, plain]) {
      await each.goto('/');
      await expectConnected(each, wallet);
    }
    await listAndLogOut([page, plain]);
  });
  for (const path of ['/staking', '/airdrop', '/voting'])
    await test.step(path, async () => {
      for (const each of [page, plain]) await each.goto(path);
      await expectAlike(page, plain);
    });
});
