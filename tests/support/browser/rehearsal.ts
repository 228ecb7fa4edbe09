import { expect, type Locator, type Page } from '@playwright/test';

/** The fault switches in the banner of an English page. */
export function switches(page: Page): Locator {
  return page.getByRole('complementary', { name: 'SYNX' });
}

/**
 * Opens the switches of an English page and presses these, one after another: each has done its work before the next,
 * which it can move, as the answer to one that decides on a held payment hides all of these.
 */
export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  const folded = switches(page).locator('details:not([open])').getByText('Simulate a failure');
  if (await folded.isVisible()) await folded.click();
  for (const name of names) {
    await switches(page).getByRole('button', { name, exact: true }).click();
    await expect(switches(page).locator('[aria-busy]')).toHaveCount(0);
  }
}
