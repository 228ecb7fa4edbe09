import { expect } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { expectedTokens, stakingBalance, waitForCredit } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, summarySheet, tokenOf } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { expectConnected, walletButton, walletWindow } from '#tests/support/browser/wallet.ts';

/** The seventh of the wallet's list. */
const [, , , , , , account] = DEVELOPMENT_ACCOUNTS;

test('connects, buys and stakes without a mouse', { tag: '@long' }, async ({ page, request }) => {
  const { stakedBalance } = await stakingBalance(request, account);
  await creditWallet(request, account, 1);
  // Balances left on this account by other tests are staked along with it.
  const { availableToStake } = await stakingBalance(request, account);
  const tokens = await expectedTokens(request, tokenOf(1, 'USDC'), '250');
  const staked = BigInt(stakedBalance) + BigInt(availableToStake) + tokens;
  await page.clock.install();
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await tabTo(page, walletButton(page));
  await page.keyboard.press('Enter');
  await expect(walletWindow(page).getByRole('radio', { checked: true })).toBeFocused();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
  await tabTo(page, walletWindow(page).getByRole('button', { name: 'Connect' }));
  await page.keyboard.press('Enter');
  await expectConnected(page, account);

  await tabTo(page, card(page).getByRole('combobox', { name: 'Pay with' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, amountField(page));
  await page.keyboard.type('250');
  await expect(card(page)).toContainText('USDC amount');
  await tabTo(page, card(page).getByRole('button', { name: 'Purchase Tokens' }));
  await page.keyboard.press('Enter');
  await expect(summarySheet(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, summarySheet(page).getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, summarySheet(page).getByRole('button', { name: 'Continue to wallet' }));
  await page.keyboard.press('Enter');
  await tabTo(page, walletWindow(page).getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Purchase Successful');
  await mine(1, 5);
  await waitForCredit(request, account, BigInt(availableToStake) + tokens);
  await passTimeUntil(page, toast(page), 'Tokens Credited');
  await tabTo(page, card(page).getByRole('link', { name: 'Stake Now' }));
  await page.keyboard.press('Enter');

  await expect(page.getByText('Ready to Stake')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'STAKE NOW (Engage)' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Stake now' }));
  await page.keyboard.press('Enter');
  await tabTo(page, walletWindow(page).getByRole('button', { name: 'Confirm' }));
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Staking Successful');
  expect(await stakingBalance(request, account)).toEqual({ stakedBalance: String(staked), availableToStake: '0' });

  await page.keyboard.press('F8');
  await tabTo(page, toast(page).getByRole('button', { name: 'Dismiss' }));
  await page.keyboard.press('Enter');
  await expect(toast(page)).toBeHidden();
  await tabTo(page, walletButton(page));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await expect(walletButton(page)).toHaveText('Connect Wallet');
});

test('the focus goes with a payment from its button on to its panel, and with Buy More back to the form', {
  tag: '@long',
}, async ({ page }) => {
  await openConnected(page);
  await fillCard(page, 1, 'ETH', '1');
  await card(page).getByRole('button', { name: 'Purchase Tokens' }).focus();
  await page.keyboard.press('Enter');
  await summarySheet(page).getByRole('checkbox').check();
  await summarySheet(page).getByRole('button', { name: 'Continue to wallet' }).press('Enter');
  await walletWindow(page).getByRole('button', { name: 'Reject' }).press('Enter');
  await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeFocused();
  await page.keyboard.press('Enter');
  await summarySheet(page).getByRole('button', { name: 'Continue to wallet' }).press('Enter');
  await walletWindow(page).getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(card(page).getByRole('heading', { name: 'Purchase Successful' })).toBeFocused();
  await card(page).getByRole('button', { name: 'Buy More' }).press('Enter');
  await expect(amountField(page)).toBeFocused();
});
