import { expect, type Locator, type Page } from '@playwright/test';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { findToken, type Token, type TokenSymbol } from '#src/config/tokens.ts';
import { toastArea } from './toasts.ts';

/** The presale card of an English page. */
export function card(page: Page): Locator {
  return page.getByRole('region', { name: 'PRE-SALE LIVE' });
}

/** The card's field for an amount. */
export function amountField(page: Page): Locator {
  return card(page).getByRole('textbox');
}

/** The card's amount to be received. */
export function receive(page: Page): Locator {
  return card(page).locator('output');
}

/** Selects network and token on the card, unless they are selected already, and enters an amount. */
export async function fillCard(page: Page, chainId: ChainId, symbol: TokenSymbol, amount: string): Promise<void> {
  const network = card(page).getByRole('combobox', { name: 'Network' });
  if ((await network.inputValue()) !== String(chainId)) await network.selectOption({ label: CHAINS[chainId].name });
  await card(page)
    .getByRole('combobox', { name: 'Pay with' })
    .selectOption({ label: label(tokenOf(chainId, symbol)) });
  await amountField(page).fill(amount);
}

/** A listed token. */
export function tokenOf(chainId: ChainId, symbol: TokenSymbol): Token {
  const token = findToken(chainId, symbol);
  if (token === undefined) throw new RangeError(`no token ${symbol} on chain ${chainId}`);
  return token;
}

function label({ symbol, display }: Token): string {
  return symbol === 'MATIC' ? `${display} (formerly MATIC)` : display;
}

/** Presses Purchase Tokens, which must be enabled; faults of the purchase show before its summary. */
export async function pressPurchase(page: Page): Promise<void> {
  const button = card(page).getByRole('button', { name: 'Purchase Tokens' });
  await expect(button).toBeEnabled();
  await button.click();
}

/** The window that shows a payment before the wallet opens. */
export function summarySheet(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Review your payment' });
}

/** Presses Purchase Tokens and confirms the summary, accepting the terms if they are requested. */
export async function purchase(page: Page): Promise<void> {
  await pressPurchase(page);
  await confirmSummary(page);
}

/** Confirms the summary that is about to open, accepting the terms if they are requested. */
export async function confirmSummary(page: Page): Promise<void> {
  const confirm = summarySheet(page).getByRole('button', { name: 'Continue to wallet' });
  // A refusal is a message that goes after some seconds: a failed test quotes it.
  const refusal = toastArea(page).getByRole('alert');
  await expect(confirm.or(refusal).first()).toBeVisible();
  await expect(confirm, (await refusal.allTextContents()).join()).toBeVisible();
  const terms = summarySheet(page).getByRole('checkbox', { name: 'I have read and accept the terms of sale.' });
  if (await terms.isVisible()) await terms.check();
  await confirm.click();
}
