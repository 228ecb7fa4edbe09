import { expect, type Locator, type Page } from '@playwright/test';

/** The panel that shows a payment's steps, on an English page. */
export function paymentPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Your payment' });
}

/** The list of the visitor's transactions, on an English page. */
export function transactions(page: Page): Locator {
  return page.getByRole('dialog', { name: 'My transactions' });
}

/** Shows the steps of the payment, which is one line otherwise. */
export async function openSteps(page: Page): Promise<void> {
  const panel = paymentPanel(page);
  await expect(
    panel.getByRole('button', { expanded: true }).or(panel.getByRole('button', { expanded: false })),
  ).toBeVisible();
  const closed = panel.getByRole('button', { name: 'Show steps' });
  // It may open by itself meanwhile; in the card it may have to be scrolled to first.
  if (await closed.isVisible()) await closed.click({ timeout: 5_000 });
}

/** The hash that the payment's panel shows, once the wallet has sent the payment: no earlier block can contain it. */
export async function shownHash(page: Page): Promise<string> {
  const panel = paymentPanel(page);
  let hash: string | undefined;
  // Open while the wallet is asked, the panel becomes one line once there is a hash, and may do so at any moment here.
  await expect(async () => {
    await openSteps(page);
    [hash] = await panel.getByText(/^0x[0-9a-f]{64}$/).allTextContents();
    expect(hash).toBeDefined();
  }).toPass();
  return hash ?? '';
}
