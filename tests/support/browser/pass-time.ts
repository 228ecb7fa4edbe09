import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Lets the page's own time pass, second by second, until a place shows a text. Whatever the page waits for may begin
 * late; and no message, which lasts five seconds, is passed over.
 */
export async function passTimeUntil(page: Page, place: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(place).toContainText(text, { timeout: 100 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}

/** Further ahead than the page's own time gets between being read and being stopped, however busy the machine is. */
const AHEAD_MS = 60_000;

/**
 * Stops the page's time, a minute from now: from here on it passes by `runFor` alone. `page.clock.install()` came
 * before.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}
