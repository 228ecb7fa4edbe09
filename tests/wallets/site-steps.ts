import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { stakingBalance } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, purchase } from '#tests/support/browser/card.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { shownHash } from '#tests/support/browser/payments.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import * as head from '#tests/support/browser/wallet.ts';

/** The first account of the recovery phrase that the wallet is given. */
const [BUYER] = DEVELOPMENT_ACCOUNTS;

/** Opens the landing page, ready for a wallet. */
export async function openSite(page: Page): Promise<void> {
  await page.goto('/');
  await expect(card(page)).toContainText('1 SYNX =');
}

/** Presses Connect Wallet and chooses the wallet among those of the page: the rehearsal has its own. */
export async function askToConnect(page: Page, wallet: string): Promise<void> {
  await head.walletButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: wallet }).first().click();
}

/** Asks to pay 0.05 ETH and leaves the wallet's window to the driver. */
export async function askToPay(page: Page): Promise<void> {
  const another = card(page).getByRole('button', { name: 'Buy More' });
  if (await another.isVisible()) await another.click();
  await fillCard(page, 1, 'ETH', '0.05');
  await purchase(page);
}

/** Waits until the page follows the payment by its hash. */
export async function expectOnTheWay(page: Page): Promise<void> {
  await expect(async () => expect(await shownHash(page)).toBeTruthy()).toPass({ timeout: 30_000 });
}

/** Waits for a message of the page; its words. */
export async function told(page: Page, words: RegExp, timeout = 30_000): Promise<string> {
  const message = toast(page).filter({ hasText: words }).first();
  await expect(message).toBeVisible({ timeout });
  return readable((await message.allInnerTexts()).join());
}

/** The buyer's SYNX that can be staked. */
export async function credited(request: APIRequestContext): Promise<bigint> {
  return BigInt((await stakingBalance(request, BUYER)).availableToStake);
}

/** Mines confirmations until the buyer has more SYNX than before; the gain. */
export async function waitForCredit(request: APIRequestContext, before: bigint): Promise<bigint> {
  const gain = async () => {
    await mine(1, 1);
    return (await credited(request)) - before;
  };
  await expect.poll(gain, { intervals: [1_000], timeout: 60_000 }).toBeGreaterThan(0n);
  return gain();
}

/** Chooses BSC on the card and presses the button that asks the wallet for it, with an amount that has to stay. */
export async function askForBsc(page: Page): Promise<void> {
  await card(page).getByRole('combobox', { name: 'Network' }).selectOption({ label: 'BSC' });
  await amountField(page).fill('0.5');
  await card(page)
    .getByRole('button', { name: /switch to BSC/i })
    .click();
}

/** The page has reloaded on BSC with the wallet and the amount. */
export async function expectOnBsc(page: Page): Promise<void> {
  await expectConnected(page);
  await expect(amountField(page)).toHaveValue('0.5');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
}

/** The words of the wallet button. */
export async function shownInHead(page: Page): Promise<string> {
  return readable((await head.walletButton(page).allInnerTexts()).join());
}

/** Whether the page shows the buyer's address within a few seconds. */
export async function isConnected(page: Page): Promise<boolean> {
  return head.expectConnected(page, BUYER).then(
    () => true,
    () => false,
  );
}

/** Waits until the page shows the buyer's address. */
export async function expectConnected(page: Page): Promise<void> {
  await expect(() => head.expectConnected(page, BUYER)).toPass({ timeout: 30_000 });
}

function readable(text: string): string {
  return text.replace(/[\s×]+/g, ' ').trim();
}
