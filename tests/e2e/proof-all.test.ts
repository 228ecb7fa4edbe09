import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { stakingBalance, waitForCredit } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, purchase } from '#tests/support/browser/card.ts';
import { chainClient, fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import {
  confirmInWallet,
  connectedBefore,
  expectConnected,
  rejectInWallet,
  walletWindow,
} from '#tests/support/browser/wallet.ts';

/** The same site on a separate API that requires a proof for every write. */
const test = testOn((chains) => startSite(chains, { WALLET_PROOF: 'all' }));

const SIGN = 'Prove that this wallet is yours. This is free and sends no transaction.';

/** The local chains hold keys for these accounts only. */
const [, , , , , , , , signer] = DEVELOPMENT_ACCOUNTS;

/** Connects a wallet and has it pay 100 USDC on Polygon: 7,692 SYNX at $0.013. */
async function pay(page: Page, wallet: string): Promise<void> {
  await connectedBefore(page, wallet, 137);
  await page.goto('/');
  await expectConnected(page, wallet);
  await fillCard(page, 137, 'USDC', '100');
  await purchase(page);
  await expect(walletWindow(page)).toContainText('You send100 USDC');
  // No block before the page has posted it: a payment that the watcher has seen is known without a signature.
  const chain = chainClient(137);
  await chain.setAutomine(false);
  await confirmInWallet(page);
  await expect(walletWindow(page)).toContainText(SIGN);
  await chain.setAutomine(true);
  await mine(137, 1);
}

test('a purchase is recorded after one free signature, and requests no second one', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  watch.allow(/status of 403/);
  await page.clock.install();
  await pay(page, signer);
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Purchase Successful');
  await mine(137, 5);
  await passTimeUntil(page, toast(page), 'Tokens Credited');

  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await fillCard(page, 137, 'USDC', '50');
  await purchase(page);
  await confirmInWallet(page);
  await expect(card(page)).toContainText('3,846');
  expect(watch.walletCalls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1);
});

test('a declined signature loses nothing: the payment stays in the browser, is credited, and is then settled without asking', {
  tag: '@long',
}, async ({ page, request, watch }) => {
  watch.allow(/status of 403/);
  const wallet = await fundedWallet(137, { token: ['USDC', '500'] });
  await pay(page, wallet);
  await rejectInWallet(page);
  await expect(toast(page)).toContainText('Purchase Failed');
  await expect(toast(page)).toContainText(
    'the transaction hash is saved in this browser and we will keep trying to record it',
  );
  await expect(amountField(page)).toHaveValue('');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('synx_payment:')));
  expect(await kept()).toHaveLength(1);

  await page.reload();
  await expectConnected(page, wallet);
  // The watcher has seen it in its block: the payment is known even without a signature.
  await expect(card(page)).toContainText('An earlier payment of yours has not been credited yet. Do not pay again');
  await expect(walletWindow(page)).toBeHidden();
  expect((await stakingBalance(request, wallet)).availableToStake).toBe('0');

  // No page polls it while it is credited: the next one does, at its start.
  await page.goto('/favicon.svg');
  await mine(137, 5);
  await waitForCredit(request, wallet, 7692n);
  await page.goto('/');
  await expect(toast(page)).toContainText('Tokens Credited7,692 SYNX');
  expect(await kept()).toEqual([]);
  expect(watch.walletCalls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1);
  expect((await stakingBalance(request, wallet)).availableToStake).toBe('7692');
});
