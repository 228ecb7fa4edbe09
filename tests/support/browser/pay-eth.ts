import type { Page } from '@playwright/test';
import { fillCard, purchase } from './card.ts';
import { confirmInWallet } from './wallet.ts';

/** Pays `amount` ETH on the card of an English page, and confirms in the wallet. */
export async function payEth(page: Page, amount = '1'): Promise<void> {
  await fillCard(page, 1, 'ETH', amount);
  await purchase(page);
  await confirmInWallet(page);
}
