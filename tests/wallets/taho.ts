import type { Page } from '@playwright/test';
import type { Extension, WalletDriver } from './wallet-driver.ts';

const PASSWORD = 'correct horse battery';

/** Taho: it changes its network without a window, a lock is one of its signing alone, and it cannot speed up. */
export const taho: WalletDriver = {
  manifest: 'Taho',
  name: 'Taho',
  build: [
    'git clone https://github.com/tahowallet/extension taho && cd taho',
    'cp .env.defaults .env',
    'npx yarn@1 install --ignore-scripts && npx patch-package',
    'NODE_OPTIONS=--openssl-legacy-provider npx yarn@1 build',
    'cd - && npm run wallets -- taho/dist/chrome',
  ],
  nodes: {
    'eth.drpc.org': 1,
    'ethereum-mainnet.boar.network': 1,
    'bsc.drpc.org': 56,
    'bsc-dataseed.binance.org': 56,
    'polygon.drpc.org': 137,
    'polygon-mainnet.boar.network': 137,
    'polygon-rpc.com': 137,
  },
  importPhrase: async (extension, phrase) => {
    const page = await extension.window();
    await page.getByRole('button', { name: 'Use existing wallet' }).click();
    await page.getByRole('button', { name: 'Import recovery phrase' }).click();
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.locator('input[name="confirm_password"]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Begin the hunt' }).click();
    await page.getByRole('textbox', { name: 'Input recovery phrase' }).fill(phrase);
    await page.getByRole('button', { name: 'Import account' }).click();
    await page.getByRole('heading', { name: /Welcome to Taho|Account added to Taho/ }).waitFor();
    await page.close();
  },
  approveConnection: (extension, open) => press(extension, 'Connect', open),
  rejectConnection: (extension) => press(extension, 'Reject'),
  approvePayment: (extension) => press(extension, 'Sign'),
  rejectPayment: (extension) => press(extension, 'Reject'),
  speedUp: null,
  lock: (extension) => inAccounts(extension, (page) => page.getByRole('button', { name: 'Lock signing' }).click()),
  unlock: (extension) =>
    inAccounts(extension, async (page) => {
      await page.getByRole('button', { name: 'Unlock signing' }).click();
      await page.locator('#signing_password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Unlock', exact: true }).click();
      await page.locator('#signing_password').waitFor({ state: 'hidden' });
    }),
};

/** Presses a button of the wallet's window, and waits until the window has closed. */
async function press(extension: Extension, name: string, open?: Page): Promise<void> {
  const page = open ?? (await extension.window());
  // The first window explains the wallet, over its buttons.
  const hint = page.getByRole('button', { name: 'Background close' });
  await page.addLocatorHandler(hint, () => hint.dispatchEvent('click'));
  const button = page.getByRole('button', { name, exact: true });
  const click = button.click().catch((error: unknown) => {
    // The window may close before the click has ended.
    if (!page.isClosed()) throw error;
  });
  await Promise.all([page.waitForEvent('close'), click]);
}

/** Does something in the list of accounts. */
async function inAccounts(extension: Extension, act: (page: Page) => Promise<void>): Promise<void> {
  const page = await extension.open('popup.html');
  await page.getByTestId('top_menu_profile_button').last().click();
  await act(page);
  await page.close();
}
