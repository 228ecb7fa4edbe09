import { expect, type Locator, type Page } from '@playwright/test';

/** The toast area of an English page. */
export function toastArea(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' });
}

/** The visible toast, if any. */
export function toast(page: Page): Locator {
  return toastArea(page).getByRole('status').or(toastArea(page).getByRole('alert'));
}

/** Dismisses the visible toast and waits until it is gone, so that the next one is not mistaken for it. */
export async function dismissToast(page: Page): Promise<void> {
  await toast(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page)).toBeHidden();
}

/** Collects the texts of the toasts that an English page shows from now on; returns a function that reads them. */
export async function listToasts(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await toastArea(page).evaluateHandle((area) => {
    const seen: string[] = [];
    const known = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const each of area.children) {
        if (!known.has(each)) seen.push(each.textContent ?? '');
        known.add(each);
      }
    }).observe(area, { childList: true });
    return seen;
  });
  return () => texts.jsonValue();
}
