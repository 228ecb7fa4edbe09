import { expect, type Page } from '@playwright/test';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';
import { confirmInWallet, connectedBefore } from '#tests/support/browser/wallet.ts';

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

/** No amount that is seen stands on the wrong side of its word; how many are seen. */
async function seeAmounts(page: Page): Promise<number> {
  const { count, turned } = await amountsOf(page);
  expect(turned).toEqual([]);
  return count;
}

const say = (key: string) => word('ar', key);

test('in Arabic every number stands before the word that it counts, read from the right', async ({ page }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(page.request, wallet, 1);
  const { payments } = await (await page.request.get(`/api/track/wallet/${wallet}`)).json();
  for (const path of [
    ...['', '/staking', '/config', '/airdrop', `/dashboard?address=${wallet}`, '/claim', '/voting', '/press-release'],
    ...[`/track?hash=${payments[0].transactionHash}&chain=56`, `/receipt?id=${payments[0].id}`],
  ])
    await test.step(path, async () => {
      await page.goto(`/ar${path}`);
      await page.waitForLoadState('networkidle');
      expect(await seeAmounts(page)).toBeGreaterThan(0);
    });
  await test.step('what dollars buy, on the landing page', async () => {
    await page.goto('/ar');
    const part = page.locator('#tokenomics');
    await part.scrollIntoViewIfNeeded();
    await part.getByRole('textbox').fill('13000');
    await expect(part).toContainText('1,000,000');
    expect(await seeAmounts(page)).toBeGreaterThan(0);
  });
  await test.step('a recount', async () => {
    await page.goto('/ar/verify');
    await page.getByRole('button', { name: say('recount.start') }).click();
    await expect(page.getByText(say('recount.equal'))).toBeVisible();
    expect(await seeAmounts(page)).toBeGreaterThan(0);
  });
});

test('in Arabic the same holds in every window of a purchase, its progress and its toasts', async ({ page }) => {
  await connectedBefore(page, await fundedWallet(1), 1);
  await page.goto('/ar');
  const sale = page.getByRole('region', { name: say('presale.title') });
  const window = page.getByRole('dialog');
  const pay = sale.getByRole('button', { name: say('presale.button.purchase') });
  const toast = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ has: page.getByRole('button') });
  const open = async (key: string, shows: string) => {
    await sale.getByRole('button', { name: say(key) }).click();
    await expect(window).toContainText(shows);
    expect(await seeAmounts(page), key).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
  };
  await expect(pay).toBeEnabled();
  await test.step('a toast that refuses an amount', async () => {
    await sale.getByRole('textbox').fill('0.0001');
    await pay.click();
    await expect(toast.first()).toBeVisible();
    expect(await seeAmounts(page)).toBeGreaterThan(0);
    await toast.first().getByRole('button').click();
  });
  await sale.getByRole('textbox').fill('0.5');
  await test.step('price history, and how the tokens are calculated', async () => {
    await open('presale.history', '0.013');
    await open('presale.basis', '173,595');
  });
  await test.step('the list of coins', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await sale.getByRole('button', { name: /ETH.*Ethereum/ }).click();
    await expect(window.getByRole('listitem').first()).toBeVisible();
    expect(await seeAmounts(page)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step('the summary, the progress of the payment and its success', async () => {
    await pay.click();
    await expect(window).toContainText('173,595');
    expect(await seeAmounts(page)).toBeGreaterThan(0);
    await window.getByRole('checkbox').check();
    await window.getByRole('button', { name: say('pay.review.confirm') }).click();
    await confirmInWallet(page);
    const panel = page.getByRole('region', { name: say('pay.steps.title') });
    await expect(panel).toContainText('/6');
    await panel.getByRole('button', { expanded: false }).click();
    expect(await seeAmounts(page)).toBeGreaterThan(0);
    await mine(1, 5);
    await expect(sale.getByText(say('presale.success.credited'))).toBeVisible();
    expect(await seeAmounts(page)).toBeGreaterThan(0);
  });
  await test.step('My transactions', () => open('presale.transactions', '173,595'));
});

test('in Arabic the same holds of what a wallet has on the pages of staking and the airdrop', async ({ page }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(page.request, wallet, 1);
  await connectedBefore(page, wallet, 56);
  await page.goto('/ar/staking');
  const main = page.getByRole('main');
  const stake = main.getByRole('button', { name: say('staking.stakeNow') });
  await expect(stake).toBeEnabled();
  expect(await seeAmounts(page)).toBeGreaterThan(0);
  await stake.click();
  await expect(page.getByRole('dialog', { name: say('staking.confirm.title') })).toBeVisible();
  expect(await seeAmounts(page)).toBeGreaterThan(0);
  await page.goto('/ar/airdrop');
  await expect(main.getByText(say('airdrop.referral.title'), { exact: true }).first()).toBeVisible();
  expect(await seeAmounts(page)).toBeGreaterThan(0);
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
