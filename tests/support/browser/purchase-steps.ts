import { expect, type Page } from '@playwright/test';

/** The mark of a step of a purchase on the English landing page: its number, or a tick. */
export function stepMark(page: Page, name: string): Promise<string> {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
    .evaluate((item) => getComputedStyle(item, '::before').content);
}

/** Reads down to the steps, as a visitor who moves the pointer; the wallet is connected. */
export async function readSteps(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.mouse.move(200, 310);
  await page.getByRole('heading', { name: 'Set up a wallet' }).scrollIntoViewIfNeeded();
  await expect.poll(() => stepMark(page, 'Set up a wallet')).toContain('✓');
}
