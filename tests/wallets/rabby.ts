import { expect, type Page } from '@playwright/test';
import { rabbyAnswer } from './rabby-answers.ts';
import type { Extension, WalletDriver } from './wallet-driver.ts';

const PASSWORD = 'correct horse battery';

/** Rabby: it reads chains, fees and simulations through a service of its makers, which `rabby-answers.ts` plays. */
export const rabby: WalletDriver = {
  manifest: 'Rabby Wallet',
  name: 'Rabby Wallet',
  build: [
    'git clone https://github.com/RabbyHub/Rabby rabby && cd rabby && git checkout 125bac3b6    # 0.93.34',
    'npx yarn@1 install --ignore-scripts --ignore-engines && npx patch-package',
    'NODE_OPTIONS="--openssl-legacy-provider --max-old-space-size=8192" npm run build:pro',
    'cd - && npm run wallets -- rabby/dist',
  ],
  nodes: {},
  answer: rabbyAnswer,
  importPhrase: async (extension, phrase) => {
    const page = await extension.window();
    await page.getByText('I already have an address').click();
    await page.getByText('Seed Phrase').click();
    for (const [index, word] of phrase.split(' ').entries()) await page.locator('input').nth(index).fill(word);
    const confirm = page.getByRole('button', { name: 'Confirm' });
    const password = page.getByPlaceholder('Password (8 characters min)');
    // It ignores a press before it has checked the words.
    await expect(async () => {
      await confirm.click();
      await password.waitFor({ timeout: 3_000 });
    }).toPass();
    await password.fill(PASSWORD);
    await page.getByPlaceholder('Confirm Password').fill(PASSWORD);
    await confirm.click();
    await page.getByRole('button', { name: 'Get Started' }).click();
    await page.close();
  },
  approveConnection: (extension, open) => press(extension, 'Connect', open),
  rejectConnection: (extension) => press(extension, 'Cancel'),
  approvePayment: (extension) => sign(extension),
  rejectPayment: (extension) => press(extension, 'Cancel'),
  speedUp: async (extension) => {
    const page = await extension.open('index.html#/activities');
    // The first of its two icons; it has no name.
    await page.locator('.icon-action:not(.cursor-not-allowed)').first().click();
    await sign(extension);
    await page.close();
  },
  lock: async (extension) => {
    const page = await extension.open('popup.html#/dashboard');
    await page.getByText('More', { exact: true }).click();
    await page.getByText('Lock Wallet').click();
    await page.getByPlaceholder('Enter the Password to Unlock').waitFor();
    await page.close();
  },
  unlock: async (extension) => {
    const page = await extension.open('popup.html#/unlock');
    await page.getByPlaceholder('Enter the Password to Unlock').fill(PASSWORD);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByPlaceholder('Enter the Password to Unlock').waitFor({ state: 'hidden' });
    await page.close();
  },
};

/** Signs in the wallet's next window, which asks twice. */
async function sign(extension: Extension): Promise<void> {
  const page = await extension.window();
  await ignoreAlerts(page);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await press(extension, 'Confirm', page);
}

/** Presses a button of the wallet's next window, or of `open`, and waits until the window has closed. */
async function press(extension: Extension, name: string, open?: Page): Promise<void> {
  const page = open ?? (await extension.window());
  await ignoreAlerts(page);
  const button = page.getByRole('button', { name, exact: true });
  const click = button.click().catch((error: unknown) => {
    // The window may close before the click has ended.
    if (!page.isClosed()) throw error;
  });
  await Promise.all([page.waitForEvent('close'), click]);
}

/** A site that no list knows, and an address that was never paid before, are alerts, which block the buttons. */
async function ignoreAlerts(page: Page): Promise<void> {
  const ignore = page.getByText('Ignore all', { exact: true });
  await page.addLocatorHandler(ignore, () => ignore.click());
}
