import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/dev/accounts.ts';
import { amountField, card } from '#tests/support/browser/card.ts';
import { walletAnswers } from '#tests/support/browser/other-wallet.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import {
  confirmInWallet,
  connectedBefore,
  expectConnected,
  rejectInWallet,
  walletButton,
  walletWindow,
} from '#tests/support/browser/wallet.ts';

const [, , , , , account] = DEVELOPMENT_ACCOUNTS;

/** Opens the landing page with the wallet on Ethereum, chooses BSC on the card and enters an amount. */
async function chooseBsc(page: Page): Promise<void> {
  await connectedBefore(page, account, 1);
  await page.goto('/');
  await expectConnected(page, account);
  await card(page).getByRole('combobox', { name: 'Network' }).selectOption('BSC');
  await amountField(page).fill('0.5');
}

/** The purchase's own control. */
async function switchByCard(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Wrong network: switch to BSC' }).click();
}

/** The visitor's own choice, in the account window. */
async function switchByAccount(page: Page): Promise<void> {
  await walletButton(page).click();
  await page.getByRole('button', { name: 'Manage Wallet' }).click();
  await page.getByRole('dialog', { name: 'Your wallet' }).getByRole('button', { name: 'Switch to BSC' }).click();
}

/** Counts the loads of a page from now on. */
function loads(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('load', () => {
    seen.count += 1;
  });
  return seen;
}

for (const [place, ask] of [
  ['the card', switchByCard],
  ['the account window', switchByAccount],
] as const) {
  test(`from ${place}: the wallet is asked, the page reloads once with its form, and says so [R4.007 R4.015 R7.070 R8.018]`, async ({
    page,
    watch,
  }) => {
    await chooseBsc(page);
    const seen = loads(page);
    await ask(page);
    await expect(walletWindow(page)).toContainText('BNB Smart Chain (56)');
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Network SwitchedYour wallet is now on BSC.');
    await expectConnected(page, account);
    await expect(amountField(page)).toHaveValue('0.5');
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeEnabled();
    await expect(card(page)).toContainText('Balance: 10,000 BNB');
    expect(seen.count).toBe(1);
    const asked = watch.walletCalls.filter(({ method }) => method === 'wallet_switchEthereumChain');
    expect(asked).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x38' }] }]);
  });

  test(`from ${place}: a network the wallet does not know is added [R4.016 R8.011 R8.021]`, async ({ page, watch }) => {
    await walletAnswers(page, 'wallet_switchEthereumChain', { code: 4902, message: 'Unrecognized chain ID' });
    await chooseBsc(page);
    await ask(page);
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Network AddedBSC was added to your wallet.');
    await expectConnected(page, account);
    await expect(amountField(page)).toHaveValue('0.5');
    expect(watch.walletCalls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x38',
        chainName: 'BNB Smart Chain',
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
        blockExplorerUrls: ['https://bscscan.com'],
      },
    ]);
  });

  test(`from ${place}: a network that the visitor refuses to add is Failed to Add Network [R8.022]`, async ({
    page,
  }) => {
    await walletAnswers(page, 'wallet_switchEthereumChain', { code: 4902, message: 'Unrecognized chain ID' });
    await chooseBsc(page);
    await ask(page);
    await rejectInWallet(page);
    await expect(toast(page)).toContainText('Failed to Add Network');
    await expect(amountField(page)).toHaveValue('0.5');
  });

  test(`from ${place}: declining is Switch Cancelled and reloads nothing [R4.017 R8.019]`, async ({ page }) => {
    await chooseBsc(page);
    const seen = loads(page);
    await ask(page);
    await rejectInWallet(page);
    await expect(toast(page)).toContainText('Switch CancelledYou cancelled the network switch');
    await expect(amountField(page)).toHaveValue('0.5');
    await expect(card(page).getByRole('button', { name: 'Wrong network: switch to BSC' })).toBeEnabled();
    expect(seen.count).toBe(0);
  });

  const title = ask === switchByCard ? 'Chain Switch Failed' : 'Network Switch Failed';
  test(`from ${place}: any other error is logged and shows ${title} [R8.012 R8.020 R8.023]`, async ({
    page,
    watch,
  }) => {
    await walletAnswers(page, 'wallet_switchEthereumChain', { code: -32603, message: 'inner trouble' });
    await chooseBsc(page);
    const logged = page.waitForEvent('console', (message) => message.text().includes('inner trouble'));
    await ask(page);
    await expect(toast(page)).toContainText(title);
    expect((await logged).type()).toBe('warning');
    expect(watch.walletCalls.map(({ method }) => method)).not.toContain('wallet_addEthereumChain');
    await expect(amountField(page)).toHaveValue('0.5');
  });
}

test('a wallet that switches back and forth reloads the page once for each change, never in a loop [R4.007]', async ({
  page,
}) => {
  await chooseBsc(page);
  const seen = loads(page);
  for (const [step, chain] of ['56', '137', '1'].entries()) {
    await page.evaluate((id) => {
      localStorage.setItem('rehearsal_wallet_chain', id);
      dispatchEvent(new StorageEvent('storage', { key: 'rehearsal_wallet_chain' }));
    }, chain);
    await expect.poll(() => seen.count).toBe(step + 1);
    await expectConnected(page, account);
  }
  await expect(amountField(page)).toHaveValue('0.5');
  await expect(card(page).getByRole('button', { name: 'Wrong network: switch to BSC' })).toBeEnabled();
  expect(seen.count).toBe(3);
});

test('a silent wallet is Wallet Connection Timeout after 8 s, and another try is possible [R9.020]', async ({
  page,
}) => {
  await page.clock.install();
  await walletAnswers(page, 'eth_chainId', 'never');
  await page.goto('/');
  await walletButton(page).click();
  await expect(walletButton(page)).toHaveText('Connecting...');
  await expect.poll(() => page.evaluate(() => 'asked' in window)).toBe(true);
  await page.clock.fastForward(5_000);
  await expect(walletButton(page)).toHaveText('Connecting...');
  await page.clock.fastForward(3_000);
  await expect(toast(page)).toContainText('Wallet Connection Timeout');
  await expect(walletButton(page)).toHaveText('Connect Wallet');
  await expect(walletButton(page)).toBeEnabled();
});
