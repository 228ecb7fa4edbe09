import { expect, type Locator } from '@playwright/test';

/**
 * The texts of a window that its row of buttons covers once it is scrolled to its end, and those that show below the
 * row anywhere on the way.
 */
export async function coveredTexts(dialog: Locator): Promise<readonly string[]> {
  return dialog.evaluate((window) => {
    const row = window.querySelector('.dialog-actions');
    if (row === null) throw new Error('the window has no row of buttons');
    const found = new Set<string>();
    const look = (isEnd: boolean) => {
      const buttons = row.getBoundingClientRect();
      const { bottom } = window.getBoundingClientRect();
      const texts = document.createTreeWalker(window, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (row.contains(text) || text.textContent?.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
          const isSeen = line.width > 2 && line.height > 2;
          if (isSeen && isEnd && line.bottom > buttons.top + 1) found.add(`covered: ${text.textContent}`);
          if (isSeen && Math.min(line.bottom, bottom) > buttons.bottom + 2 && line.top < bottom)
            found.add(`below: ${text.textContent}`);
        }
      }
    };
    for (let top = 0; top < window.scrollHeight; top += 7) {
      window.scrollTo(0, top);
      look(false);
    }
    look(true);
    window.scrollTo(0, 0);
    return [...found];
  });
}

/** Expects that on a small screen the buttons of a window cover none of its texts; leaves the screen as it was. */
export async function expectNothingCovered(dialog: Locator, height = 480): Promise<void> {
  const page = dialog.page();
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height });
  expect(await coveredTexts(dialog)).toEqual([]);
  await page.setViewportSize(before);
}
