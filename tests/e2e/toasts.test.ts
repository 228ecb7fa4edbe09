import { expect, type Page } from '@playwright/test';
import { fillCard, purchase } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { transactions } from '#tests/support/browser/payments.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast, toastArea } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, expectConnected } from '#tests/support/browser/wallet.ts';

/** Triggers a toast without a wallet. */
async function provoke(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'STAKE NOW (Engage)' }).click();
  await expect(toast(page)).toBeVisible();
}

/** What the toast covers: by default, figures and buttons of the page. */
function coveredBy(page: Page, kept = 'main :is(.figure, .number, .balance, button)'): Promise<readonly string[]> {
  return toast(page).evaluate((shown, selector) => {
    const own = shown.getBoundingClientRect();
    const found: string[] = [];
    const elements = document.querySelectorAll(selector);
    if (elements.length === 0) throw new Error(`nothing is ${selector}`);
    for (const element of elements) {
      const letters = document.createRange();
      letters.selectNodeContents(element);
      const box = letters.getBoundingClientRect();
      if (box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom)
        found.push(element.textContent ?? '');
    }
    return found;
  }, kept);
}

test('on a desk a toast covers no figure and no button, wherever the page is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/staking');
  const button = page.getByRole('button', { name: 'STAKE NOW (Engage)' });
  await expect(button).toBeVisible();
  for (const block of ['end', 'center', 'start'] as const) {
    await button.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    await provoke(page);
    expect(await coveredBy(page), block).toEqual([]);
    await expect(toast(page)).toBeInViewport({ ratio: 1 });
    await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toBeHidden();
  }
});

/** Buys, and comes to a page before the credit, whose toast comes there. */
async function creditOn(page: Page, path: string, ready: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  const wallet = await openConnected(page, 1);
  await fillCard(page, 1, 'ETH', '0.5');
  await purchase(page);
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Purchase Successful');
  await page.goto(path);
  await expectConnected(page, wallet);
  await ready();
  await mine(1, 5);
  await expect(toast(page)).toContainText('Tokens Credited');
}

test('on a desk the toast of a credit covers no figure and no button of the dashboard', async ({ page }) => {
  await creditOn(page, '/dashboard', async () => {
    await expect(page.getByRole('main').locator('.figure').first()).toBeVisible();
  });
  expect(await coveredBy(page)).toEqual([]);
});

test('on a desk the toast of a credit covers nothing of the window with the payments', { tag: '@long' }, async ({
  page,
}) => {
  await creditOn(page, '/', async () => {
    await page.evaluate(() => dispatchEvent(new Event('synx:transactions')));
    await expect(transactions(page).getByRole('listitem')).toHaveCount(1);
  });
  expect(await coveredBy(page, 'dialog[open] :is(li, p, button)')).toEqual([]);
});

test('one toast at a time, at most 420 px wide, which goes after five seconds or when it is dismissed', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/staking');
  await test.step('one at a time, gone after five seconds [R9.032 R9.034 R9.037]', async () => {
    await provoke(page);
    await provoke(page);
    await expect(toast(page)).toHaveCount(1);
    const box = await toast(page).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(420);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(5_000);
    await expect(toast(page)).toBeHidden();
  });
  await test.step('remains while the pointer is over it [R9.034]', async () => {
    await provoke(page);
    await toast(page).hover();
    await page.clock.fastForward(20_000);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(5_000);
    await expect(toast(page)).toBeHidden();
  });
  await test.step('F8 moves the focus to the toasts, whose button dismisses [R9.036]', async () => {
    await provoke(page);
    await page.keyboard.press('F8');
    await expect(toastArea(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toBeHidden();
  });
  await test.step('on a phone it does not cover the button that caused it, wherever that is', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const button = page.getByRole('button', { name: 'STAKE NOW (Engage)' });
    for (const block of ['end', 'center'] as const) {
      await button.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
      await provoke(page);
      const [own, pressed] = [await toast(page).boundingBox(), await button.boundingBox()];
      if (own === null || pressed === null) throw new Error('not shown');
      expect(own.y + own.height <= pressed.y || pressed.y + pressed.height <= own.y, block).toBe(true);
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('a swipe of more than 50 px to the right dismisses [R9.035]', async () => {
    await provoke(page);
    const box = await toast(page).boundingBox();
    if (box === null) throw new Error('no toast');
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 50, y);
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(x + 51, y);
    await page.mouse.up();
    await expect(toast(page)).toBeHidden();
  });
});

test('a toast stored by another version of the site is not shown empty', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('synx_toasts_after_reload', JSON.stringify({ key: 'ofAnotherVersion', variant: 'success' })),
  );
  await page.goto('/staking');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('synx_toasts_after_reload'))).toBeNull();
  // The toast area has loaded for it.
  await expect(page.locator('astro-island[client="toast"]:not([ssr])')).toBeAttached();
  await expect(toast(page)).toHaveCount(0);
  await provoke(page);
  await expect(toast(page)).toContainText('Wallet');
});
