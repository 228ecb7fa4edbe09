import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { stakingBalance } from '#tests/support/browser/api.ts';
import { expectNothingCovered } from '#tests/support/browser/covered-texts.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { keepSilent } from '#tests/support/browser/other-wallet.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connect, rejectInWallet, walletWindow } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';

// Only an account whose key the chain holds can sign; each of these is used by one test.
const [, , , staker, reluctant, unlucky] = DEVELOPMENT_ACCOUNTS;

function figure(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

function stakeNow(page: Page): Locator {
  return page.getByRole('button', { name: 'STAKE NOW (Engage)' });
}

function confirmation(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Confirm your stake' });
}

/** Checks what the page states to everybody. */
async function checkStatements(page: Page): Promise<void> {
  await test.step('rates of 25 % per year [R2.099 R9.045 R9.046]', async () => {
    await expect(figure(page, 'Current APR')).toHaveText('25%');
    await expect(figure(page, 'Monthly')).toHaveText('2.08%');
    await expect(figure(page, 'Daily')).toHaveText('0.068%');
  });
  const main = page.getByRole('main');
  await test.step('the picture of the phases [R2.106]', async () => {
    await expect(main.getByRole('img', { name: /^Planned rates and dates: 25% a year.*March 1, 2026/ })).toBeVisible();
  });
  const unlock = main.getByRole('listitem').filter({ hasText: 'Staked SYNX unlock' });
  await expect(unlock).toContainText('March 1, 2026 (announced)');
  await expect(unlock).toContainText('Date passed, not reported as done');
  await expect(main.getByRole('listitem').filter({ hasText: /^Claiming opens/ })).toContainText('No date announced');
  await test.step('rewards, pool and rates [R9.051 R9.052 R9.053 R9.054 R9.055]', async () => {
    await expect(main).toContainText(
      'Rewards come from a pool of 98.68M SYNX, stated as 8.88% of the supply, at about 3.41 SYNX per Ethereum block.',
    );
    await expect(main).toContainText('The project states this as about 7.77% APR over 11+ years.');
    await expect(main).toContainText(
      'It also states that early adopters claim 25% staking rewards, and that the goal is 1,000+ supporters.',
    );
  });
  await expect(main).toContainText('That sustains 25% on at most 35,845,920 SYNX staked in total.');
  await expect(main.getByRole('heading', { name: 'Before you stake' })).toBeVisible();
  // Every stated date has passed: nobody needs them in a calendar.
  await expect(main.getByRole('link', { name: 'Add the dates to your calendar (.ics)' })).toHaveCount(0);
}

/** What a stake would earn, by its amount and its months. */
async function planStake(page: Page): Promise<void> {
  const plan = page.getByRole('region', { name: 'What a stake would earn' });
  await expect(plan).toContainText('Rewards by then5,000 – 25,000 SYNX');
  await plan.getByRole('slider', { name: 'Months' }).fill('6');
  await expect(plan).toContainText('Rewards by then2,500 – 12,500 SYNX');
  await expect(plan).not.toContainText('The pool can sustain');
  await plan.getByRole('textbox', { name: 'SYNX staked' }).fill('100000000');
  await expect(plan).toContainText(
    /The pool can sustain 25% on at most 3\d,\d{3},\d{3} SYNX, so the higher figure is your share/,
  );
}

test('without a wallet it states rates, dates and pool, prompts to connect, and acting says so', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 503/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto('/staking');
  await test.step('four panels and a prompt [R2.095 R4.031 R4.042]', async () => {
    for (const title of ['Quantum Balance', 'Network Volume', 'Quantum Yield', 'Quantum Rewards'])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByText('Connect your wallet to see your balance and to stake.')).toBeVisible();
    await expect(page.getByText('Connect quantum link')).toBeVisible();
  });
  await test.step('nothing can be done except reading [R5.023 R5.025 R6.003]', async () => {
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Harvest' })).toBeDisabled();
    await stakeNow(page).click();
    await expect(toast(page)).toContainText('Wallet Not ConnectedPlease connect your wallet to stake tokens');
    await expect(confirmation(page)).toBeHidden();
    expect(asked).toContain('/api/staking/stats');
    expect(asked.filter((path) => /staking\/(?:balance|rewards|stake)/.test(path))).toEqual([]);
  });
  await test.step('dates, pool and rewards are stated, and the pool is checked against the rate', () =>
    checkStatements(page));
  await test.step('a stake is calculated for months, within what the pool can pay', () => planStake(page));
  await test.step('figures remain with their time while the API is down', async () => {
    await expect(figure(page, 'Total Staked')).toHaveText(/^\d/);
    const total = (await figure(page, 'Total Staked').textContent()) ?? '';
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }));
    await page.clock.runFor(31_000);
    await expect(page.getByText('You are seeing the last known state. As of')).toBeVisible();
    await expect(figure(page, 'Total Staked')).toHaveText(total);
  });
  await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(walletWindow(page)).toBeVisible();
});

test('stakes the full amount after a free signature, and rewards grow', async ({ page, request, watch }) => {
  const bought = await creditWallet(request, staker, 100);
  const amount = bought.toLocaleString('en');
  await page.clock.install();
  await page.goto('/staking');
  await connect(page, staker);
  await test.step('the bought tokens are ready [R2.101 R4.039]', async () => {
    await expect(figure(page, 'Available to Stake')).toHaveText(amount);
    await expect(page.getByText('Ready to Stake')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'The site stakes your full available balance. Staked tokens cannot be withdrawn now.',
    );
    await expect(page.getByRole('main')).toContainText(
      '25% applies until we record a new rate. The plan was 5% after TGE.',
    );
    const planned = page.getByRole('textbox', { name: 'SYNX staked' });
    await expect(planned).toHaveValue(amount);
    await planned.focus();
    await expect(planned).toHaveValue(String(bought));
  });
  const total = figure(page, 'Total Staked');
  await expect(total).toHaveText(/^[\d,]+$/);
  const totalBefore = (await total.textContent()) ?? '';

  await test.step('a window states the amount and the lock, and can be closed [R2.102 R2.103 R2.107 R4.033 R4.034]', async () => {
    await stakeNow(page).click();
    await expect(confirmation(page)).toContainText(`You are staking ${amount} SYNX, your full available balance.`);
    await expect(confirmation(page)).toContainText('Staked SYNX is locked until 4 months after TGE (March 1, 2026).');
    await expect(confirmation(page)).toContainText('Staked tokens cannot be withdrawn now.');
    await expectNothingCovered(confirmation(page), 360);
    await expect(confirmation(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(confirmation(page)).toBeHidden();
    await stakeNow(page).click();
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toBeHidden();
    expect((await stakingBalance(request, staker)).stakedBalance).toBe('0');
  });
  await test.step('(S34) a signature that does not come is named, also without the window, and can be given up', async () => {
    const speak = await keepSilent(page, 'personal_sign');
    await stakeNow(page).click();
    await confirmation(page).getByRole('button', { name: 'Stake now' }).click();
    await expect(confirmation(page)).toContainText('so that you can stake. The signature is free.');
    await page.keyboard.press('Escape');
    await expect(confirmation(page)).toBeHidden();
    await page.setViewportSize({ width: 390, height: 720 });
    const cancel = page.getByRole('banner').getByRole('button', { name: 'Cancel' });
    await expect(page.getByText('so that you can stake. The signature is free.')).toBeInViewport({ ratio: 1 });
    await expect(cancel).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 720 });
    await cancel.click();
    await expect(toast(page)).toContainText('User rejected the request');
    await speak();
  });
  await test.step('the buttons say so while it is sent [R4.036 R4.037]', async () => {
    await stakeNow(page).click();
    await confirmation(page).getByRole('button', { name: 'Stake now' }).click();
    await expect(walletWindow(page)).toContainText('This is free and sends no transaction.');
    await expect(confirmation(page).getByText('Staking...')).toBeDisabled();
    await expect(page.getByText('Locking…')).toBeDisabled();
  });
  await test.step('all of it is staked [R1.037 R2.096 R4.035 R4.041 R8.050]', async () => {
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Staking SuccessfulYour tokens have been staked successfully');
    await expect(confirmation(page)).toBeHidden();
    await expect(figure(page, 'Staked Balance')).toHaveText(amount);
    expect(await stakingBalance(request, staker)).toEqual({ stakedBalance: String(bought), availableToStake: '0' });
    expect(watch.walletCalls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1);
    expect(watch.walletCalls.filter(({ method }) => method === 'eth_sendTransaction')).toEqual([]);
  });
  await test.step('the figures are read again, sooner than their half minute [R2.097 R2.100 R4.040]', async () => {
    await expect(figure(page, 'Available to Stake')).toHaveText('0');
    await expect(page.getByText('All your credited SYNX is staked.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'SYNX staked' })).toHaveValue(amount);
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveAccessibleDescription(/^Not open yet/);
    await expect(total).not.toHaveText(totalBefore);
    await expect(total).toHaveText(/^[\d,]+$/);
    await expect(figure(page, 'Percent of Pool')).toHaveText(/^\d+\.\d{4}%$/);
  });
  await test.step('rewards grow, with two decimals [R1.037 R2.098 R4.044 R9.049]', async () => {
    await expect(page.getByText('SYNX Accumulated')).toBeVisible();
    const rewards = figure(page, 'Estimated Rewards');
    await expect(rewards).toHaveText(/^[\d,]+\.\d\d$/);
    const seen = async () => Number(await rewards.textContent());
    const expectMoreThan = (before: number) =>
      expect(async () => {
        await page.clock.runFor(5_000);
        expect(await seen()).toBeGreaterThan(before);
      }).toPass({ intervals: [100], timeout: 15_000 });
    await expectMoreThan(0);
    await expectMoreThan(await seen());
    await expect(rewards).toHaveText(/^[\d,]+\.\d\d$/);
  });
  const history = page.getByRole('table').filter({ hasText: 'Accrued' });
  await expect(history.getByRole('row').nth(1)).toContainText(amount);
  await expect(page.getByRole('img', { name: /^Accrued rewards over time: .* SYNX$/ })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save daily accrual (.csv)' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^time,accrued_synx\r\n20\d\d-.*Z,\d+\.\d+\r\n$/);
  await test.step('they cannot be claimed yet [R1.038 R2.105 R4.046 R8.052]', async () => {
    await page.getByRole('button', { name: 'Harvest' }).click();
    await expect(toast(page)).toContainText(
      'Claim Not Live YetYou will be able to claim ALL your staked rewards after pre-sale concludes. No date has been announced, and rewards are not guaranteed.',
    );
  });
  await test.step('nor can the stake be withdrawn [R1.038 R2.104 R4.038 R4.048 R8.051]', async () => {
    const dates = Promise.withResolvers<void>();
    await page.route('**/api/config', async (route) => {
      await dates.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('button', { name: 'Withdrawing...' })).toBeDisabled();
    dates.resolve();
    await expect(toast(page)).toContainText(
      'Withdrawal Not AvailableAll staked tokens can be withdrawn after soft vesting schedule which will happen after presale has concluded. No date has been announced, and withdrawal is not guaranteed.',
    );
    expect((await stakingBalance(request, staker)).stakedBalance).toBe(String(bought));
  });
});

async function confirmStake(page: Page): Promise<void> {
  await stakeNow(page).click();
  await confirmation(page).getByRole('button', { name: 'Stake now' }).click();
}

test('nothing is staked if the wallet refuses, if the API refuses, or if nothing was bought', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/status of (?:409|500)/);
  const bought = await creditWallet(request, reluctant, 1);
  await creditWallet(request, unlucky, 1);
  const poor = await fundedWallet(1);
  await page.goto('/staking');
  await connect(page, reluctant);
  await test.step('a signature that is refused stakes nothing [R8.049]', async () => {
    await confirmStake(page);
    await rejectInWallet(page);
    await expect(toast(page)).toContainText('Staking FailedUser rejected the request');
    await expect(stakeNow(page)).toBeEnabled();
    expect(await stakingBalance(request, reluctant)).toEqual({ stakedBalance: '0', availableToStake: String(bought) });
  });
  await test.step('a refusal of the API shows its message, else the stated text [R8.049]', async () => {
    await selectAccount(page, unlucky);
    const answers = [
      { status: 409, json: { code: 'conflict', message: 'The books are being recounted.' } },
      { status: 500, body: '<h1>Bad gateway</h1>' },
    ];
    await page.route('**/api/staking/stake', (route) => route.fulfill(answers.shift() ?? {}));
    await confirmStake(page);
    await confirmInWallet(page);
    await expect(toast(page)).toContainText('Staking FailedThe books are being recounted.');
    await confirmStake(page);
    await expect(toast(page)).toContainText('Staking FailedThere was an error staking your tokens');
  });
  await test.step('a wallet that bought nothing cannot stake [R4.045 R4.032 R4.043 R5.026 R4.047]', async () => {
    await selectAccount(page, poor);
    await expect(figure(page, 'Available to Stake')).toHaveText('0');
    await expect(page.getByText('Stake to earn particles')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Harvest' })).toBeDisabled();
    await stakeNow(page).click();
    await expect(toast(page)).toContainText(
      'No Tokens AvailableYou must first purchase tokens to be able to stake them',
    );
    await page.getByRole('link', { name: 'Buy SYNX first' }).click();
    await expect(page).toHaveURL(/\/#presale$/);
  });
});
