import { expect, type Page } from '@playwright/test';
import { card } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel, shownHash, transactions } from '#tests/support/browser/payments.ts';
import { press } from '#tests/support/browser/rehearsal.ts';
import { test } from '#tests/support/browser/test.ts';
import { listToasts } from '#tests/support/browser/toasts.ts';

/** Each ending of docs/payments.md that a switch leads to: its toast, its sentence, its word, and its card. */
const ENDINGS = [
  {
    switches: ['Make the next payment fail'],
    decide: null,
    toast: 'Transaction Failed',
    sentence: 'The transaction failed on the chain. No payment was made. The network fee was charged.',
    word: 'Failed',
    isFormBack: true,
  },
  {
    switches: ['Send the next payment to a wrong address'],
    decide: null,
    toast: 'Purchase Failed',
    sentence: 'This transaction is not a payment from this wallet to the presale.',
    word: 'Rejected',
    isFormBack: true,
  },
  {
    switches: ['Have the next payment reviewed'],
    decide: null,
    toast: 'Tokens Processing',
    sentence: 'The payment is recorded and our team is reviewing it.',
    word: 'Needs review',
    isFormBack: false,
  },
  {
    switches: ['Hold the next payment'],
    decide: ['Cancel it'],
    toast: 'Transaction Cancelled',
    sentence: 'The transaction was cancelled. No payment was made. The network fee was charged.',
    word: 'Cancelled',
    isFormBack: true,
  },
  {
    switches: ['Hold the next payment'],
    decide: ['Drop it', 'Let a day pass'],
    toast: 'Transaction Timeout',
    sentence: 'The transaction was not seen for 24 hours. It will be credited if it appears later.',
    word: 'Expired',
    isFormBack: true,
  },
] as const;

/** Said of a payment only in a token that the site does not list: here each amount is either ETH or unknown. */
const UNLISTED = 'an unlisted token';

/** Nothing of a payment that brought nothing invites to stake, and no other payment is asked for. */
async function expectNoCredit(page: Page): Promise<void> {
  await expect(page.getByText(/Credited here|The payment is credited|You can stake these tokens/)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Stake Now' })).toBeHidden();
}

for (const { switches, decide, toast, sentence, word, isFormBack } of ENDINGS) {
  test(`after “${[...switches, ...(decide ?? [])].join(', ')}” each place says ${word}`, async ({ page, watch }) => {
    // A new tab is empty before it opens the site, and an empty page has no storage.
    watch.allow(/Access is denied for this document/);
    await openWithClock(page);
    await press(page, ...switches);
    const toasts = await listToasts(page);
    await payEth(page);
    const panel = paymentPanel(page);
    if (decide !== null) {
      await expect(panel).toContainText('Confirmations 0/6');
      await press(page, ...decide);
    }
    const hash = await shownHash(page);
    await mine(1, 6);
    await passTimeUntil(page, panel.getByRole('status'), sentence);
    await expect.poll(async () => (await toasts()).at(-1)).toContain(toast);
    await expect(card(page).getByRole('button', { name: 'Purchase Tokens' })).toBeVisible({ visible: isFormBack });
    await expectNoCredit(page);

    const other = await page.context().newPage();
    await other.goto('/');
    await page.reload();
    for (const tab of [page, other]) {
      await expect(card(tab).getByRole('button', { name: 'Purchase Tokens' })).toBeVisible();
      await expect(card(tab)).not.toContainText('An earlier payment of yours');
      await expectNoCredit(tab);
    }
    await card(page).getByRole('button', { name: 'My transactions' }).click();
    const item = transactions(page).getByRole('listitem').first();
    await expect(item).toContainText(sentence);
    await expect(item).not.toContainText(UNLISTED);
    await expect(item.getByRole('link', { name: 'Receipt' })).toBeHidden();

    await other.goto('/dashboard');
    const row = other.getByRole('row').filter({ hasText: word });
    await expect(row).toHaveCount(1);
    await expect(row).not.toContainText(UNLISTED);
    await other.goto(`/track?hash=${hash}&chain=1`);
    await expect(other.getByRole('heading', { name: new RegExp(`^${word}`) })).toBeVisible();
  });
}

test('after “Have the next payment wait for more signatures” each place says so, until a day has passed', async ({
  page,
  watch,
}) => {
  watch.allow(/Access is denied for this document/);
  await openWithClock(page);
  await press(page, 'Have the next payment wait for more signatures');
  const toasts = await listToasts(page);
  await payEth(page);
  const panel = paymentPanel(page);
  await passTimeUntil(page, panel.getByRole('status'), 'This is a smart-contract wallet.');
  await expect.poll(async () => (await toasts()).at(-1)).toContain('Tokens Processing');
  await expect(card(page)).toContainText('This payment is not on the blockchain yet.');
  await expectNoCredit(page);
  await page.reload();
  const listed = await listToasts(page);
  await expect(card(page)).toContainText('This payment is not on the blockchain yet.');
  await expect(card(page).getByRole('button', { name: 'Buy More' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('row').filter({ hasText: 'Waiting for signers' })).toHaveCount(1);
  await press(page, 'Let a day pass');
  await passTimeUntil(page, card(page), 'Purchase Tokens');
  await expect.poll(async () => (await listed()).at(-1)).toContain('Transaction Timeout');
  await expectNoCredit(page);
});
