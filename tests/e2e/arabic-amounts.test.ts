import { expect, type Page } from '@playwright/test';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';

interface Seen {
  /** Amounts on the page that have an Arabic word next to their digits, on the same line. */
  readonly count: number;
  /** Those of which the number comes after the word that follows it, for somebody who reads from the right. */
  readonly turned: readonly string[];
}

/** How the numbers of a page stand to the Arabic words that follow them: by the boxes of what is drawn. */
async function amountsOf(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const AMOUNT = /(?<![\p{L}\d.,٫٬])([$≈<]*[\d٠-٩][\d٠-٩.,٫٬]*%?)(\s+)(\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*)/gu;
    const turned: string[] = [];
    let count = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      for (const { index, 0: whole, 1: number = '', 2: gap = '' } of text.matchAll(AMOUNT)) {
        const [of, word] = [
          [index, index + number.length],
          [index + number.length + gap.length, index + whole.length],
        ].map(([from = 0, to = 0]) => {
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, to);
          return range.getClientRects()[0];
        });
        if (!of || !word || of.width === 0 || word.width === 0 || Math.abs(of.top - word.top) > of.height / 2) continue;
        count += 1;
        if (of.left < word.left) turned.push(text.trim());
      }
    }
    return { count, turned };
  });
}

test('in Arabic every number stands before the word that it counts, read from the right', async ({ page }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(page.request, wallet, 1);
  const { payments } = await (await page.request.get(`/api/track/wallet/${wallet}`)).json();
  for (const path of [
    ...['', '/staking', '/config', '/airdrop', `/dashboard?address=${wallet}`],
    ...[`/track?hash=${payments[0].transactionHash}&chain=56`, `/receipt?id=${payments[0].id}`],
  ])
    await test.step(path, async () => {
      await page.goto(`/ar${path}`);
      await page.waitForLoadState('networkidle');
      const { count, turned } = await amountsOf(page);
      expect(turned).toEqual([]);
      expect(count).toBeGreaterThan(0);
    });
});

/** The horizontal middle of the first element of a selector. */
async function middleOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`nothing of ${selector} is drawn`);
  return box.x + box.width / 2;
}

test('pictures run in the direction of the language: what comes first is where reading begins', async ({ page }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(page.request, wallet, 1);
  for (const [prefix, sign] of [
    ['', 1],
    ['/ar', -1],
  ] as const)
    await test.step(prefix || '/', async () => {
      await page.goto(`${prefix}/dashboard?address=${wallet}`);
      const today = await middleOf(page, '.timeline-today');
      expect((today - (await middleOf(page, '.timeline-planned circle'))) * sign).toBeGreaterThan(50);
      const [label, line] = [await middleOf(page, '.timeline strong'), await middleOf(page, '.timeline svg')];
      expect(Math.abs(label - today)).toBeLessThan(30);
      expect((today - line) * sign).toBeGreaterThan(50);
      const [swatch, bar] = [await middleOf(page, '.allocation-legend svg'), await middleOf(page, '.allocation-bar')];
      expect((bar - swatch) * sign).toBeGreaterThan(50);
      await page.goto(prefix || '/');
      const [first, last] = [
        await middleOf(page, '.supply > svg rect'),
        await middleOf(page, '.supply > svg:last-child p'),
      ];
      expect((last - first) * sign).toBeGreaterThan(100);
    });
});
