import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/browser/test.ts';
import { dismissToast, toast } from '#tests/support/browser/toasts.ts';

const SUBSCRIBE = '**/api/newsletter/subscribe';

const form = (page: Page) => page.locator('#newsletter form');
/** The landing page, with the form opened by its button. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByText('Tell me when one is done').click();
}
const field = (page: Page) => form(page).getByRole('textbox', { name: 'E-mail address' });

async function sendNothing(page: Page): Promise<void> {
  let sent = 0;
  await page.route(SUBSCRIBE, (route) => {
    sent += 1;
    return route.abort();
  });
  await form(page).getByRole('button', { name: 'Subscribe' }).click();
  await expect(form(page).getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled();
  await expect(toast(page)).toBeHidden();
  await field(page).fill('not an address');
  await field(page).press('Enter');
  expect(await field(page).evaluate((input: HTMLInputElement) => input.type)).toBe('email');
  expect(await field(page).evaluate((input: HTMLInputElement) => input.required)).toBe(true);
  await expect(toast(page)).toBeHidden();
  expect(sent).toBe(0);
  await page.unroute(SUBSCRIBE);
}

async function sendInVain(page: Page): Promise<void> {
  await page.route(SUBSCRIBE, (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: 'Please wait a little.' } }),
  );
  await field(page).fill('reader@example.org');
  await field(page).press('Enter');
  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('Please wait a little.');
  await expect(field(page)).toHaveValue('reader@example.org');
  await page.route(SUBSCRIBE, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', message: 'It failed.', requestId: 'k3f9x2-1a' } }),
  );
  await field(page).press('Enter');
  await expect(toast(page)).toContainText('Reference for support: k3f9x2-1a');
  await page.route(SUBSCRIBE, (route) => route.abort());
  await field(page).press('Enter');
  await expect(toast(page)).toContainText('Failed to subscribe to newsletter.');
  await expect(field(page)).toHaveValue('reader@example.org');
  await page.unroute(SUBSCRIBE);
}

async function subscribe(page: Page): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bodies: unknown[] = [];
  await page.route(SUBSCRIBE, async (route) => {
    bodies.push(route.request().postDataJSON());
    await held;
    await route.continue();
  });
  await field(page).fill('reader@example.org');
  await form(page).getByRole('button', { name: 'Subscribe' }).click();
  await expect(form(page).getByRole('button', { name: 'Subscribing...' })).toBeDisabled();
  release();
  await expect(toast(page)).toContainText("You've been subscribed to our newsletter.");
  await expect(field(page)).toHaveValue('');
  await expect(form(page).getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled();
  expect(bodies).toEqual([expect.objectContaining({ email: 'reader@example.org' })]);
}

test('an address is sent with what happens to it told, and kept until the server has it', async ({ page, watch }) => {
  watch.allow(/status of (?:429|500)|ERR_FAILED/);
  await openForm(page);
  await test.step('an empty or broken address is not sent [R5.028 R5.029]', () => sendNothing(page));
  await test.step('shows the server’s message, else the stated text, and keeps the address [R4.051 R8.047]', () =>
    sendInVain(page));
  await dismissToast(page);
  await test.step('says Subscribing... while sending, then that it succeeded, and clears the field [R4.049 R4.050 R8.048 R3.050]', () =>
    subscribe(page));
});

test('an application reaches the server and gets a reference; a failed one keeps its text', async ({ page, watch }) => {
  watch.allow(/status of 503/);
  await page.goto('/partner');
  await page.getByLabel('Organisation').fill('An Example');
  await page.getByLabel('E-mail', { exact: true }).fill('partner@example.org');
  await page.getByLabel('Type of partnership').selectOption({ label: 'Validator' });
  await page.getByLabel('Message').fill('We would like to run a validator.');
  await page.getByRole('checkbox').check();
  await page.route('**/api/partner/apply', (route) =>
    route.fulfill({ status: 503, json: { code: 'overloaded', message: 'busy' } }),
  );
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText('The application could not be sent. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('We would like to run a validator.');
  await page.unroute('**/api/partner/apply');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByText(/^Received\. Your reference: \S+/)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
});
