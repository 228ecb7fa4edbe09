import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Advances the page's own time, second by second and by `most` seconds at most, until a place shows a text. Waits of
 * the page may begin late, and no message, which lasts five seconds, is skipped.
 */
export async function passTimeUntil(
  page: Page,
  place: Locator,
  text: string | RegExp,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  let passed = 0;
  await expect(async () => {
    if (passed < most) await page.clock.runFor(1_000);
    passed += 1;
    await expect(place).toContainText(text, { timeout: 100 });
  }).toPass({ intervals: [0], timeout: 30_000 });
}

/** More than the page's own time advances between being read and being stopped, on any busy machine. */
const AHEAD_MS = 60_000;

/**
 * Stops the page's time, a minute from now: from here on only `runFor` advances it. `page.clock.install()` came before.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}
