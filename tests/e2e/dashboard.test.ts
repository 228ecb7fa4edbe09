import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { Locale } from '#src/config/locales.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { chainClient, fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { test } from '#tests/support/browser/test.ts';
import { confirmInWallet, connect, rejectInWallet } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';
import { newWallet, send } from '#tests/support/pay.ts';

// Only an account whose key the chain holds can sign; only one test uses it.
const holder = DEVELOPMENT_ACCOUNTS[6];

function figure(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

function purchases(page: Page): Locator {
  return page.getByRole('table').filter({ hasText: 'Details' });
}

async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByLabel('Look up any address').fill(text);
  await page.getByRole('button', { name: 'Look up' }).click();
}

test('without a wallet it explains itself, lists the leaders, and looks up any address and payment', async ({
  page,
  request,
}) => {
  const wallet = await fundedWallet(56);
  const tokens = (await creditWallet(request, wallet, 7)).toLocaleString('en');
  await test.step('it explains itself, and lists the leaders [R2.007 R6.002]', async () => {
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await page.goto('/dashboard');
    await expect(page.getByText('Connect your wallet to see what it holds here')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'By holdings' })).toBeVisible();
    expect(asked.filter((path) => path.includes('/holdings/'))).toEqual([]);
  });
  await test.step('it looks up any address [R2.007 R6.002]', async () => {
    await lookUp(page, '0x1234');
    await expect(page.getByText('This is not a valid wallet address.')).toBeVisible();
    await lookUp(page, wallet);
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?address=${wallet}$`));
    await expect(page.getByText('View only')).toBeVisible();
    await expect(figure(page, 'Purchased')).toHaveText(tokens);
    await test.step('the balance is in the first view of a small laptop and of a phone', async () => {
      for (const [width, height] of [
        [390, 844],
        [1366, 768],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        await expect(figure(page, 'Purchased'), `${width} px`).toBeInViewport({ ratio: 1 });
      }
    });
    // The price has not changed: what was paid is what it is worth, and rounding must not look like a loss.
    await expect(page.getByText('At the presale price')).toBeHidden();
    // Only its owner stakes and buys for it.
    for (const name of ['Stake Now', 'Buy More'])
      await expect(page.getByRole('main').getByRole('link', { name })).toBeHidden();
    await expect(figure(page, 'Total paid')).toHaveText('$6,426.28');
    await expect(page.getByText('In this site’s ledger, not yet in the wallet.')).toBeVisible();
    await expect(figure(page, 'Claimable now')).toHaveText('0');
    await expect(purchases(page).getByRole('row').nth(1)).toContainText('7 BNB');
    await expect(purchases(page).getByRole('row').nth(1)).toContainText('Credited');
    // The leaders are folded below the figures of a wallet, among them its own place.
    const place = page.getByRole('row').filter({ hasText: 'this wallet' }).first();
    await expect(place).toBeHidden();
    await page.getByRole('heading', { name: 'Leaderboards' }).click();
    await expect(place).toContainText(tokens);
    await expect(page.getByText('The presale price is not a market price')).toBeHidden();
  });
  await test.step('the last row adds the payments up, in dollars and tokens, where all of them are shown', async () => {
    const buyer = await fundedWallet(56);
    const both = (await creditWallet(request, buyer, 1)) + (await creditWallet(request, buyer, 2));
    await lookUp(page, buyer);
    const total = purchases(page).getByRole('row', { name: /^Purchased/ });
    await expect(total).toHaveText(`Purchased$2,754.12${both.toLocaleString('en')}`);
    await expect(purchases(page).getByRole('row')).toHaveCount(4);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Credited');
    await expect(purchases(page).getByRole('row')).toHaveCount(3);
    await expect(total).toBeHidden();
  });
  await test.step('what the presale price is not is said next to a value at that price', async () => {
    await changeAnswer<Holdings>(page, '**/api/dashboard/holdings/**', ({ usd }) => ({
      usd: { ...usd, atCurrentPrice: '9000.00' },
    }));
    await page.goto(`/dashboard?address=${wallet}`);
    await expect(page.getByText('At the presale price')).toBeVisible();
    await expect(page.getByText('The presale price is not a market price')).toBeVisible();
  });
  await test.step('a missing payment is looked for by its hash', async () => {
    const hash = `0x${'cd'.repeat(32)}`;
    await page.getByRole('textbox', { name: 'Transaction hash, wallet address or receipt number' }).fill(hash);
    await page.getByRole('button', { name: 'Track' }).click();
    await expect(page).toHaveURL(new RegExp(`/track\\?hash=${hash}$`));
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  });
});

test('a payment appears and settles without a reload; the export has it; amounts can be hidden and outlast the API', {
  tag: '@long',
}, async ({ page, watch }) => {
  watch.allow(/status of 503/);
  const wallet = await fundedWallet(56);
  await page.clock.install();
  await page.goto(`/dashboard?address=${wallet}`);
  const row = purchases(page).getByRole('row').nth(1);
  await test.step('it appears and settles', async () => {
    await expect(page.getByText('We have no record of payments from this address.')).toBeVisible();
    await send(chainClient(56), { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: 10n ** 18n });
    await passTimeUntil(page, row, 'Confirming1/6');
    await mine(56, 5);
    await passTimeUntil(page, row, 'Credited6/6');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('In progress');
    await expect(purchases(page)).toBeHidden();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All');
  });
  await test.step('the export has it', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('70618');
  });
  await test.step('amounts can be hidden, also on the next visit', async () => {
    await expect(figure(page, 'Purchased')).toHaveText('70,618');
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(figure(page, 'Purchased')).toHaveText('•••••');
    await expect(row).not.toContainText('70,618');
    await page.reload();
    await expect(figure(page, 'Purchased')).toHaveText('•••••');
    await page.getByRole('button', { name: 'Hide amounts', pressed: true }).click();
    await expect(figure(page, 'Purchased')).toHaveText('70,618');
  });
  await test.step('with the API down the last figures of this tab remain with their time, also after a reload', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }));
    await page.reload();
    await expect(page.getByText('You are seeing the last known state.')).toBeVisible();
    await expect(figure(page, 'Purchased')).toHaveText('70,618');
    await page.goto(`/dashboard?address=${newWallet()}`);
    await expect(page.getByText('These figures are unavailable at the moment.').first()).toBeVisible();
  });
});

test('of the connected wallet: a signature shows more to its owner, and a stake changes it', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/status of 409/);
  const [, , owner] = DEVELOPMENT_ACCOUNTS;
  const tokens = (await creditWallet(request, holder, 100)).toLocaleString('en');
  const transactionHash = `0x${randomBytes(32).toString('hex')}`;
  await request.post('/api/presale/purchase', { data: { walletAddress: owner, transactionHash, chainId: 56 } });
  await page.goto('/dashboard');
  await connect(page, owner);
  // With its capital letters, as the wallet shows it.
  await expect(page.getByRole('main').getByText(owner, { exact: true })).toBeVisible();
  await test.step('a signature shows the owner a hash that is still looked for, and refusing one changes nothing', async () => {
    const row = purchases(page).getByRole('row').filter({ hasText: 'Processing' });
    const prove = page.getByRole('button', {
      name: 'Also show payments we are still looking for (one free signature)',
    });
    await prove.click();
    await rejectInWallet(page);
    await expect(prove).toBeEnabled();
    await expect(row).toBeHidden();
    await prove.click();
    await confirmInWallet(page);
    await expect(page.getByText('You have proven that this wallet is yours')).toBeVisible();
    await expect(row).toBeVisible();
    await expect(prove).toBeHidden();
  });
  await selectAccount(page, holder);
  await test.step('a stake changes it [R7.064]', async () => {
    await expect(figure(page, 'Available to Stake')).toHaveText(tokens);
    await expect(page.getByText('Planned once the marketplace opens: 10% off with free shipping')).toBeVisible();
    await page.getByRole('link', { name: 'Stake Now' }).click();
    await page.getByRole('button', { name: 'STAKE NOW (Engage)' }).click();
    await page.getByRole('dialog', { name: 'Confirm your stake' }).getByRole('button', { name: 'Stake now' }).click();
    await confirmInWallet(page);
    await expect(figure(page, 'Staked Balance')).toHaveText(tokens);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Dashboard' }).click();
    await expect(figure(page, 'Staked Balance')).toHaveText(tokens);
    await expect(page.getByRole('table').filter({ hasText: 'Unlock' })).toContainText('March 1, 2026');
  });
  await test.step('it says where its SYNX will go, and the owner of a contract wallet names another address', async () => {
    const card = page.getByRole('region', { name: 'Your address for the claim' });
    await expect(card).toContainText('checked automatically once your payment is final');
    await changeAnswer<Holdings>(page, '**/api/dashboard/holdings/*', ({ claim }) => ({
      claim: { ...claim, class: 'waiting', contractOn: [1] },
    }));
    await page.reload();
    await expect(card).toContainText('This is a smart-contract wallet on Ethereum. SYNX will be claimed on BSC');
    const name = async (address: string) => {
      await card.getByLabel('Your address on BSC').fill(address);
      await card.getByRole('button', { name: 'Name this address' }).click();
    };
    await name('0x1234');
    await expect(card.getByText('This is not a valid wallet address.')).toBeVisible();
    // The server knows better: no contract is at this address.
    await name(owner);
    await expect(card.getByText('This wallet needs no other address for the claim.')).toBeVisible();
    await expect(figure(page, 'Claimable now')).toHaveText('0');
  });
});

/** Checks the open page's list of purchases at a width. */
async function checkPurchases(page: Page, locale: Locale, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  const list = page.getByRole('region', { name: word(locale, 'dashboard.purchases') });
  const row = list.getByRole('row').filter({ hasText: 'BNB' });
  await expect(row).toContainText('6/6');
  const names = ['dashboard.when', 'payment.paid', 'payment.value', 'payment.price', 'payment.tokens'];
  names.push('dashboard.state', 'dashboard.confirmations', 'dashboard.details');
  const isPhone = width < 640;
  if (isPhone) {
    const shown = await row
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => JSON.parse(getComputedStyle(cell, '::before').content)));
    expect(shown).toEqual(names.map((name) => word(locale, name)));
  } else await expect(list.getByRole('columnheader')).toHaveText(names.map((name) => word(locale, name)));
  // Nothing has to be scrolled sideways, and no cell is cut off.
  expect(await list.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  const boxes = await row.getByRole('cell').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
  for (const { left, right } of boxes) expect(left >= 0 && right <= width).toBe(true);
  const tops = boxes.map(({ top }) => top);
  expect(new Set(tops).size).toBe(isPhone ? names.length : 1);
}

test('purchases are readable on phones and desktops and in every direction, each figure with the name of its column', {
  tag: '@long',
}, async ({ page, request }) => {
  const wallet = await fundedWallet(56);
  await creditWallet(request, wallet, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [locale, widths] of [
    ['en', [390, 1440]],
    ['de', [390]],
    ['ar', [390]],
  ] as const)
    await test.step(`in ${locale}, ${widths.join(' and ')} pixels wide`, async () => {
      await page.goto(`${locale === 'en' ? '' : `/${locale}`}/dashboard?address=${wallet}`);
      for (const width of widths) await checkPurchases(page, locale, width);
    });
  await test.step('in Arabic it shows the same, from right to left, with amounts from left to right', async () => {
    const purchased = page.getByRole('group', { name: word('ar', 'dashboard.purchased'), exact: true });
    await expect(purchased).toHaveText('70,618');
    await expect(purchased.locator('.ltr')).toHaveCSS('direction', 'ltr');
    await expect(page.getByText(word('ar', 'dashboard.watching'))).toBeVisible();
  });
});
