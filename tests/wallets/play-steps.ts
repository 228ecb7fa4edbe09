import type { Page } from '@playwright/test';
import { call } from '#src/dev/chains/local-client.ts';
import { chainClient } from '#tests/support/browser/local-chains.ts';
import * as site from './site-steps.ts';
import type { Extension, WalletDriver } from './wallet-driver.ts';

export interface Play {
  readonly page: Page;
  readonly extension: Extension;
  readonly driver: WalletDriver;
}

/** The outcome of a step that the wallet has no control for. */
export const NOT_OFFERED = 'not offered by this wallet';

/** Plays one thing that a buyer does; returns what the page then shows, and throws if that is wrong. */
export type Step = (play: Play) => Promise<string>;

/** In this order: each step begins where the one before has left the page. */
export const STEPS: Readonly<Record<string, Step>> = {
  'reject the connection': async ({ page, extension, driver }) => {
    await site.openSite(page);
    await site.askToConnect(page, driver.name);
    await driver.rejectConnection(extension);
    return site.told(page, /Connection Failed/);
  },
  'connect, reload, connect again': async ({ page, extension, driver }) => {
    await site.openSite(page);
    await site.askToConnect(page, driver.name);
    const open = await extension.window();
    await site.openSite(page);
    await site.askToConnect(page, driver.name);
    const said = await site.told(page, /./);
    await driver.approveConnection(extension, open);
    if (!(await site.isConnected(page))) await site.askToConnect(page, driver.name);
    await site.expectConnected(page);
    return said;
  },
  'reject a payment': async ({ page, extension, driver }) => {
    await site.askToPay(page);
    await driver.rejectPayment(extension);
    return site.told(page, /Transaction Cancelled/);
  },
  pay: async ({ page, extension, driver }) => {
    const before = await site.credited(page.request);
    await site.askToPay(page);
    await driver.approvePayment(extension);
    return `${await site.waitForCredit(page.request, before)} SYNX credited`;
  },
  'speed up a payment': async ({ page, extension, driver }) => {
    if (driver.speedUp === null) return NOT_OFFERED;
    const before = await site.credited(page.request);
    const chain = chainClient(1);
    // The payment waits, as on a busy chain.
    await call(chain, 'evm_setAutomine', [false]);
    await site.askToPay(page);
    await driver.approvePayment(extension);
    await site.expectOnTheWay(page);
    await driver.speedUp(extension);
    await call(chain, 'evm_setAutomine', [true]);
    await page.bringToFront();
    return `${await site.waitForCredit(page.request, before)} SYNX credited, once`;
  },
  'reload the page': async ({ page }) => {
    await page.reload();
    await site.expectConnected(page);
    return 'restored without a window';
  },
  'switch the network': async ({ page }) => {
    await site.askForBsc(page);
    await site.expectOnBsc(page);
    return 'on BSC, with the amount';
  },
  'lock, then unlock': async ({ page, extension, driver }) => {
    await driver.lock(extension);
    await page.bringToFront();
    const said = await site.told(page, /Disconnected/, 5_000).catch(() => site.shownInHead(page));
    await driver.unlock(extension);
    await page.bringToFront();
    if (!(await site.isConnected(page))) await site.askToConnect(page, driver.name);
    await site.expectConnected(page);
    return said;
  },
  'reload while locked, unlock, reload': async ({ page, extension, driver }) => {
    await driver.lock(extension);
    await page.reload();
    await driver.unlock(extension);
    await page.bringToFront();
    await page.reload();
    await site.expectConnected(page);
    return 'restored without a window';
  },
};
