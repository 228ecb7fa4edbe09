import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MAX_STOPS = 80;

/** Goes to a control by Tab alone; fails if it is not reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus'))) return;
  }
  await expect(target, 'cannot be reached by Tab').toBeFocused({ timeout: 1 });
}
