import type { Locator, Page } from '@playwright/test';

/** The panel that shows a payment's steps, on an English page. */
export function paymentPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Your payment' });
}

/** The list of the visitor's transactions, on an English page. */
export function transactions(page: Page): Locator {
  return page.getByRole('dialog', { name: 'My transactions' });
}
