import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { stakingBalance } from '#tests/support/browser/api.ts';
import { card, confirmSummary, fillCard, pressPurchase, summarySheet } from '#tests/support/browser/card.ts';
import { openWithClock } from '#tests/support/browser/connected.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { paymentPanel, shownHash, transactions } from '#tests/support/browser/payments.ts';
import { readSteps, stepMark } from '#tests/support/browser/purchase-steps.ts';
import { press } from '#tests/support/browser/rehearsal.ts';
import { followRequests } from '#tests/support/browser/settled.ts';
import { test } from '#tests/support/browser/test.ts';
import { listToasts } from '#tests/support/browser/toasts.ts';
import { confirmInWallet } from '#tests/support/browser/wallet.ts';

/**
 * Each ending of docs/payments.md that a switch leads to: its toast, its sentence, its word, its amount in the lists,
 * and its card; the one that keeps the card from its form comes last.
 */
const ENDINGS = [
  {
    switches: ['Make the next payment fail'],
    decide: null,
    toast: 'Transaction Failed',
    sentence: 'The transaction failed on the chain. No payment was made. The network fee was charged.',
    word: 'Failed',
    amount: '1 ETH',
    isFormBack: true,
  },
  {
    switches: ['Send the next payment to a wrong address'],
    decide: null,
    toast: 'Purchase Failed',
    sentence: 'This transaction is not a payment from this wallet to the presale.',
    word: 'Rejected',
    amount: '–',
    isFormBack: true,
  },
  {
    switches: ['Hold the next payment'],
    decide: ['Cancel it'],
    toast: 'Transaction CancelledThe transaction was cancelled. No payment was made. The network fee was charged.',
    sentence: 'The transaction was cancelled. No payment was made. The network fee was charged.',
    word: 'Cancelled',
    amount: '–',
    isFormBack: true,
  },
  {
    switches: ['Hold the next payment'],
    decide: ['Drop it', 'Let a day pass'],
    toast: 'Transaction Timeout',
    sentence: 'The transaction has not been seen for 24 hours. If it appears later, it will be credited.',
    word: 'Expired',
    amount: '–',
    isFormBack: true,
  },
  {
    switches: ['Have the next payment reviewed'],
    decide: null,
    toast: 'Tokens Processing',
    sentence: 'The payment is recorded and our team is reviewing it.',
    word: 'Needs review',
    amount: '0.000000000000000001 ETH',
    isFormBack: false,
  },
] as const;

/** Said of a payment only in a token that the site does not list: here each amount is either ETH or unknown. */
const UNLISTED = 'an unlisted token';

/** Nothing of a payment that brought nothing invites to stake, and no other payment is asked for. */
async function expectNoCredit(page: Page): Promise<void> {
  await expect(page.getByText(/Credited here|The payment is credited|You can stake these tokens/)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Stake Now' })).toBeHidden();
}

/** Pays; for some seconds after a misdirected payment the summary names it: the wallet may have sent another one. */
async function payAgain(page: Page): Promise<void> {
  await fillCard(page, 1, 'ETH', '1');
  await pressPurchase(page);
  await expect(summarySheet(page).getByRole('button', { name: 'Continue to wallet' })).toBeVisible();
  const warned = summarySheet(page).getByRole('checkbox', { name: /^I know that the earlier payment/ });
  if (await warned.isVisible()) await warned.check();
  await confirmSummary(page);
  await confirmInWallet(page);
}

/** Brings the card's payment to its ending; the hash of its transaction. */
async function playEnding(
  { page, request, wallet }: { page: Page; request: APIRequestContext; wallet: string },
  toasts: () => Promise<readonly string[]>,
  { switches, decide, toast, sentence, isFormBack }: (typeof ENDINGS)[number],
): Promise<string> {
  const panel = paymentPanel(page);
  const earlier = (await panel.isVisible()) ? await shownHash(page) : '';
  await press(page, ...switches);
  await payAgain(page);
  await expect.poll(() => shownHash(page)).not.toBe(earlier);
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
  expect(await stakingBalance(request, wallet)).toMatchObject({ availableToStake: '0' });
  return hash;
}

/** What the lists and /track say of payments that have ended, each with its hash. */
async function expectListed(
  page: Page,
  other: Page,
  payments: readonly (readonly [hash: string, ending: (typeof ENDINGS)[number]])[],
): Promise<void> {
  await card(page).getByRole('button', { name: 'My transactions' }).click();
  const items = transactions(page).getByRole('listitem');
  await expect(items).toHaveCount(payments.length);
  for (const [hash, { sentence, amount }] of payments) {
    const item = items.filter({ hasText: hash });
    await expect(item).toHaveText(new RegExp(`^${amount}`));
    await expect(item).toContainText(sentence);
    await expect(item).not.toContainText(UNLISTED);
    await expect(item.getByRole('link', { name: 'Receipt' })).toBeHidden();
  }
  await other.goto('/dashboard');
  for (const [, { word, amount }] of payments) {
    const row = other.getByRole('row').filter({ hasText: word });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('cell').nth(1)).toHaveText(new RegExp(`^${amount}(?:Ethereum)?$`));
    await expect(row).not.toContainText(UNLISTED);
  }
  for (const [hash, { word }] of payments) {
    if (hash === payments[0]?.[0]) await other.goto(`/track?hash=${hash}&chain=1`);
    else {
      await other.getByRole('searchbox').fill(hash);
      await other.getByRole('button', { name: 'Track', exact: true }).click();
    }
    await expect(other.getByRole('heading', { name: new RegExp(`^${word}`) })).toBeVisible();
  }
}

/** After a reload the landing page knows the payments, and none of them counts as a purchase. */
async function expectNoStepTicked(page: Page): Promise<void> {
  const settled = followRequests(page);
  const known = page.waitForResponse('**/api/dashboard/holdings/*');
  await page.reload();
  await readSteps(page);
  const { purchases } = await (await known).json();
  expect(purchases.map(({ status }: { status: string }) => status).sort()).toEqual([
    'cancelled',
    'expired',
    'failed',
    'rejected',
  ]);
  await settled();
  expect(await stepMark(page, 'Buy')).not.toContain('✓');
}

test('after each ending of a payment but its credit, the card, the lists and /track say which one it was', {
  tag: '@long',
}, async ({ page, request, watch }) => {
  // A new tab is empty before it opens the site, and an empty page has no storage.
  watch.allow(/Access is denied for this document/);
  const wallet = await openWithClock(page);
  const visit = { page, request, wallet };
  const toasts = await listToasts(page);
  const payments: (readonly [string, (typeof ENDINGS)[number]])[] = [];
  const [failed, rejected, cancelled, expired, reviewed] = ENDINGS;
  const play = (ending: (typeof ENDINGS)[number], told = toasts) =>
    test.step(`after “${[...ending.switches, ...(ending.decide ?? [])].join(', ')}”: ${ending.word}`, async () => {
      payments.push([await playEnding(visit, told, ending), ending]);
    });
  await play(failed);
  await play(rejected);
  await expect(paymentPanel(page).getByRole('alert')).toContainText('Do not pay again from this page');
  const pay = card(page).getByRole('button', { name: 'Purchase Tokens' });
  await expect(pay).toBeDisabled();
  await expect(pay).toHaveAccessibleDescription(/^This transaction went to an address that is not the presale address/);
  await paymentPanel(page).getByRole('button', { name: 'Close' }).click();
  await expect(pay).toBeEnabled();
  await play(cancelled);
  await expect(paymentPanel(page).getByRole('listitem').nth(2)).toContainText('Stopped here');
  await expect(paymentPanel(page).getByRole('status')).toHaveText(cancelled.sentence);
  await play(expired);
  await test.step('none of these ticks a step of a purchase', () => expectNoStepTicked(page));
  await play(reviewed, await listToasts(page));

  const other = await page.context().newPage();
  await test.step('after a reload and in a new tab the form is back', async () => {
    await other.goto('/');
    await page.reload();
    for (const tab of [page, other]) {
      await expect(card(tab).getByRole('button', { name: 'Purchase Tokens' })).toBeVisible();
      await expect(card(tab)).not.toContainText('An earlier payment of yours');
      await expectNoCredit(tab);
    }
  });
  await test.step('the lists and /track', () => expectListed(page, other, payments));
});

test('after “Have the next payment wait for more signatures” each place says so, until a day has passed', {
  tag: '@long',
}, async ({ page, watch }) => {
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
