import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Lets the page's own time pass, second by second, until a place shows a text. Whatever the page waits for may begin late;
 * and no message, which lasts five seconds, is passed over.
 */
export async function passTimeUntil(page: Page, place: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(place).toContainText(text, { timeout: 100 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}
