import type { Locator, Page } from '@playwright/test';

/** The toast area of an English page. */
export function toastArea(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}

/** The visible toast, if any. */
export function toast(page: Page): Locator {
  return toastArea(page).getByRole('status').or(toastArea(page).getByRole('alert'));
}
