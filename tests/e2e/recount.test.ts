import { expect, type Locator, type Page } from '@playwright/test';
import type { RecordsPage } from '#src/contract/records.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { test } from '#tests/support/browser/test.ts';

function recount(page: Page): Locator {
  return page.getByRole('region', { name: 'Recount the sale' });
}

test('the sale is recounted in the browser, from the records and the chains, and only on request [R2.015]', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/status of 50[03]/);
  await creditWallet(request, await fundedWallet(56), 2);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  await page.goto('/verify');
  await expect(recount(page)).toContainText(/This site and \S+.* are contacted only when you select the button\./);
  await test.step('without a list nothing is said of one', async () => {
    expect(asked).toContain('/api/allocation');
    await expect(page.getByText(word('en', 'allocation.list.title'))).toHaveCount(0);
    expect(asked.filter((path) => path.startsWith('/list-texts'))).toEqual([]);
  });
  expect(asked.filter((path) => /records|rehearsal\/rpc/.test(path))).toEqual([]);
  await recount(page).getByRole('button', { name: 'Recount now' }).click();
  await expect(recount(page).getByText('Records, totals and payments match.')).toBeVisible();
  await expect(recount(page).getByRole('row', { name: 'Total USD Raised' })).toContainText(
    /\$([\d,]+\.\d\d)\$\1\$0\.00$/,
  );
  await expect(recount(page)).toContainText(/each linked to the one before/);
  for (const what of ['SYNX staked', 'Points on the leaderboard'])
    await expect(recount(page).getByRole('row', { name: what })).toContainText(/([\d.,]+)\1[0]$/);
  await expect(recount(page)).toContainText(/Payments that match their blockchain: [1-9]/);
  await expect(recount(page)).not.toContainText('Payments that do not match');
  await expect(recount(page)).not.toContainText('Payments that could not be looked up');
  await expect(recount(page).getByRole('row', { name: /^BSC · BNB/ })).toBeVisible();
  await recount(page).getByText('Coins without payments').click();
  await expect(recount(page).getByRole('row', { name: /^BSC · USDC/ })).toBeVisible();
  await expect(recount(page)).toContainText('Transactions sent by the address on BSC: 0');
  expect(asked).toContain('/rehearsal/rpc/56');

  await test.step('a payment that is not on chain as credited is found, and so is the changed record', async () => {
    await page.route('**/api/records/purchases?*', async (route) => {
      const answer = await route.fetch();
      const forged = (await answer.json()) as RecordsPage;
      for (const { record } of forged.records) {
        if (record.event !== 'credited') continue;
        record.data.amount = `1${record.data.amount}`;
        record.data.usd = '1000000';
      }
      await route.fulfill({ response: answer, json: forged });
    });
    await recount(page).getByRole('button', { name: 'Recount now' }).click();
    await expect(recount(page)).toContainText('The records failed verification:');
    await expect(recount(page)).not.toContainText('Records, totals and payments match.');
    await expect(recount(page).getByRole('row', { name: 'Total USD Raised' })).toContainText(/-\$[1-9]/);
    await expect(recount(page)).toContainText(/Payments that do not match: [1-9]/);
    await expect(recount(page).getByRole('link', { name: /^0x/ }).first()).toHaveAttribute('href', /^\/track\?hash=0x/);
  });

  await test.step('states which reads failed [R2.015]', async () => {
    await page.unroute('**/api/records/purchases?*');
    await page.route('**/rehearsal/rpc/56', (route) => route.fulfill({ status: 500, body: '' }));
    await recount(page).getByRole('button', { name: 'Recount now' }).click();
    await expect(recount(page)).toContainText(/Payments that could not be looked up: [1-9]/);
    await expect(recount(page)).toContainText('The BSC node is not responding; its balances are missing.');
    await page.route('**/api/records/**', (route) => route.fulfill({ status: 503, body: '' }));
    await recount(page).getByRole('button', { name: 'Recount now' }).click();
    await expect(recount(page)).toContainText('The published records are unavailable at the moment.');
  });
});

test('the press page shows the system log in the visitor’s language, from codes and values [R2.013]', async ({
  page,
}) => {
  await page.goto('/de/press-release');
  const log = page.getByRole('region', { name: word('de', 'news.title') });
  await log.scrollIntoViewIfNeeded();
  await expect(log.getByRole('listitem').filter({ hasText: 'Der Presale begann: Phase 1 zu 0,013' })).toBeVisible();
  await expect(log.getByRole('listitem').filter({ hasText: /Version 0\.0\.0-test, Build [0-9a-f]{16}/ })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'System log' }).click();
  await expect(page).toHaveURL(/\/press-release#system-log$/);
});
