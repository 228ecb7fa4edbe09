import { expect } from '@playwright/test';
import { presaleStats, stakingBalance } from '#tests/support/browser/api.ts';
import { card, fillCard, pressPurchase } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { transactions } from '#tests/support/browser/payments.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { walletWindow } from '#tests/support/browser/wallet.ts';

/** The same site on an API in debug mode, and on another one that is not. */
const test = testOn(async (chains) => {
  const [site, other] = await Promise.all([startSite(chains, { DEBUG_PURCHASES: '1' }), startSite(chains)]);
  const stop = async () => void (await Promise.all([site.stop(), other.stop()]));
  return { url: site.url, other: other.url, stop };
});

test('records a made-up hash under a banner, and counts it nowhere [R2.057 R4.025 R6.006]', async ({
  page,
  request,
  watch,
  site,
}) => {
  const wallet = await openConnected(page);
  const banner = 'Debug mode: purchases are recorded with an invented hash. Nothing is paid and nothing is credited.';
  await expect(card(page)).toContainText(banner);
  await fillCard(page, 1, 'ETH', '9');
  await pressPurchase(page);
  await expect(card(page)).toContainText('Debug purchase: nothing was paid and nothing is credited.');
  await expect(toast(page)).toContainText('Purchase Successful');
  await expect(walletWindow(page)).toBeHidden();
  expect(watch.walletCalls.map(({ method }) => method)).not.toContain('eth_sendTransaction');

  expect(await stakingBalance(request, wallet)).toEqual({ stakedBalance: '0', availableToStake: '0' });
  // Both servers read the same chains: real purchases there count on both alike, and nothing else.
  await expect(async () => {
    const other = await request.get(`${site.other}/api/presale/stats`);
    // Each has recounted its own books, at its own time.
    expect({ ...(await presaleStats(request)), recount: null }).toEqual({ ...(await other.json()), recount: null });
  }).toPass({ timeout: 20_000 });

  // Nothing was paid, so the lists name no coin: neither one that is not listed nor any other.
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  await expect(transactions(page).getByRole('listitem')).toHaveText(/^–.*Debug purchase: nothing was paid/);
  await page.goto('/dashboard');
  const row = page.getByRole('row').filter({ hasText: 'Debug' });
  await expect(row).toHaveCount(1);
  await expect(row).not.toContainText('an unlisted token');
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^–(?:Ethereum)?$/);

  await page.goto('/staking');
  await expect(page.getByRole('main').getByText(banner)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Available to Stake' })).toHaveText('0');
});

test('every page says so by a header, without a further request; other servers have none', async ({
  page,
  request,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (each) => asked.push(new URL(each.url()).pathname));
  for (const [path, says] of [
    ['/faq', 'Debug mode: purchases are recorded with an invented hash.'],
    ['/de/blackpaper', word('de', 'site.debug')],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: 'SYNX' })).toContainText(says);
    await expect(page.getByText(says)).toBeVisible();
  }
  expect(asked.filter((path) => path.startsWith('/api/config'))).toEqual([]);
  expect((await request.get('/faq')).headers()['server-timing']).toBe('debug');
  expect((await request.get(`${site.other}/faq`)).headers()['server-timing']).toBeUndefined();
});
