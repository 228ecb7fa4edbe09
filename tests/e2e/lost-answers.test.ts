import { type APIRequestContext, expect, type Page, type Request } from '@playwright/test';
import { expectedTokens, stakingBalance, waitForCredit } from '#tests/support/browser/api.ts';
import { amountField, card, fillCard, purchase, tokenOf } from '#tests/support/browser/card.ts';
import { openConnected } from '#tests/support/browser/connected.ts';
import { fundedWallet, mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { payEth } from '#tests/support/browser/pay-eth.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connectedBefore, expectConnected, walletWindow } from '#tests/support/browser/wallet.ts';

const ETH = tokenOf(1, 'ETH');
const RECORDING = '**/api/presale/purchase';

interface Visit {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly wallet: string;
}

/** The hashes that the browser keeps because the API has not settled them. */
async function keptHashes(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => key.startsWith('synx_payment:'));
}

/** Approves a payment after the page has stopped waiting for the wallet. */
async function approveLate({ page, request }: Visit): Promise<bigint> {
  const tokens = await expectedTokens(request, ETH, '2');
  await fillCard(page, 1, 'ETH', '2');
  await purchase(page);
  await expect(walletWindow(page)).toBeVisible();
  await page.clock.fastForward(105_000);
  await expect(card(page).getByText('Waiting for wallet…')).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(toast(page)).toContainText('Transaction Timeout');
  await expect(toast(page)).toContainText(
    'If you approve the payment later, we will still find it. Do not send a second payment.',
  );
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Purchase Successful');
  await expect(card(page)).toContainText(/Confirming [01]\/6/);
  await mine(1, 5);
  return tokens;
}

/** Pays while the API cannot be reached, and reloads once it can. */
async function recordAfterReload({ page, request, wallet }: Visit): Promise<void> {
  const before = BigInt((await stakingBalance(request, wallet)).availableToStake);
  const tokens = await expectedTokens(request, ETH, '1.5');
  await page.route(RECORDING, (route) => route.abort());
  await payEth(page, '1.5');
  await expect(toast(page)).toContainText('Purchase Failed');
  await expect(card(page)).toContainText(
    'Your payment has been sent. Its transaction hash (its reference) is saved in this browser',
  );
  await expect(amountField(page)).toHaveValue('');
  expect(await keptHashes(page)).toHaveLength(1);
  await mine(1, 5);

  await page.unroute(RECORDING);
  const posted = page.waitForResponse(RECORDING);
  await page.reload();
  expect((await posted).status()).toBe(200);
  await expect(toast(page)).toContainText('Tokens Credited');
  await expect.poll(() => keptHashes(page)).toEqual([]);
  await waitForCredit(request, wallet, before + tokens);
}

/** Closes the page as soon as the wallet has sent the payment. */
async function closeBeforeAnything({ page, request, wallet }: Visit): Promise<void> {
  const before = BigInt((await stakingBalance(request, wallet)).availableToStake);
  const tokens = await expectedTokens(request, ETH, '3');
  let posts = 0;
  await page.route(RECORDING, (route) => {
    posts += 1;
    return route.abort();
  });
  await fillCard(page, 1, 'ETH', '3');
  await purchase(page);
  const sent = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('eth_sendTransaction')),
  );
  await confirmInWallet(page);
  await sent;
  await page.close();
  expect((await stakingBalance(request, wallet)).availableToStake).toBe(String(before));
  await mine(1, 5);
  await waitForCredit(request, wallet, before + tokens);
  expect(posts).toBeLessThanOrEqual(1);
}

test('a payment is credited though its approval was late, it could not be recorded, or its page was closed', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED/);
  await page.clock.install();
  const wallet = await openConnected(page);
  const visit = { page, request, wallet };
  await test.step('an approval after the 120 seconds is still recorded and credited [R4.019 R8.024 R9.011]', async () =>
    waitForCredit(request, wallet, await approveLate(visit)));
  await passTimeUntil(page, toast(page), 'Tokens Credited');
  await card(page).getByRole('button', { name: 'Buy More' }).click();
  await test.step('a hash that could not be recorded is kept and recorded after a reload', () =>
    recordAfterReload(visit));
  await test.step('a payment whose page closes before it shows anything is still credited [R1.035]', () =>
    closeBeforeAnything(visit));
});

test('a refusal of the API is shown in the language of the page', async ({ page, watch }) => {
  watch.allow(/status of 400/);
  const wallet = await fundedWallet(1);
  await connectedBefore(page, wallet, 1);
  await page.goto('/de');
  await expectConnected(page, wallet);
  await page.route(RECORDING, (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_request', message: 'The request is not valid.' } }),
  );
  const form = page.getByRole('region', { name: 'PRESALE LÄUFT' });
  await form.getByRole('textbox').fill('1');
  await form.getByRole('button', { name: 'Token kaufen' }).click();
  const sheet = page.getByRole('dialog', { name: 'Prüfen Sie Ihre Zahlung' });
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: 'Weiter zur Wallet' }).click();
  await confirmInWallet(page);
  await expect(page.getByRole('alert')).toContainText('Die Anfrage ist ungültig.');
});

/** Pays, and has the API refuse the payment only after a while. */
async function haveRefused(page: Page): Promise<void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(RECORDING, async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { code: 'bad_request', message: '400: The till is closed.' } });
  });
  await payEth(page);
  await expect(card(page).getByRole('button', { name: 'Recording purchase…' })).toBeDisabled();
  await expect(toast(page)).toContainText(/Transaction Sent.*6 confirmations/);
  answer();
  await expect(toast(page)).toContainText('Purchase FailedThe till is closed.');
  await page.unroute(RECORDING);
}

/** Pays, and asks the chain as often as a page does for a payment. */
async function exhaustPolls(page: Page): Promise<void> {
  await fillCard(page, 1, 'ETH', '1');
  await purchase(page);
  const isCall = (asked: Request, method: string) => asked.postData()?.includes(method) === true;
  let polls = 0;
  let answers = 0;
  page.on('request', (asked) => {
    if (isCall(asked, 'eth_getTransactionReceipt')) polls += 1;
  });
  // A poll requests the receipt, then the head; it ends with the second answer.
  page.on('requestfinished', (asked) => {
    if (polls > 0 && isCall(asked, 'eth_blockNumber')) answers += 1;
  });
  await confirmInWallet(page);
  await expect(toast(page)).toContainText('Purchase Successful');
  await page.clock.fastForward(5_000);
  expect(polls).toBe(0);
  for (let poll = 1; poll <= 30; poll += 1) {
    // The next wait begins only when the page has processed the answer; a clock jump made too early is repeated, and if
    // the answer was late, that was one more poll.
    await expect(async () => {
      await page.clock.fastForward(10_000);
      await expect.poll(() => answers, { intervals: [5, 20], timeout: 500 }).toBeGreaterThanOrEqual(poll);
    }).toPass({ intervals: [0] });
  }
  await expect(toast(page)).toContainText('Tokens Processing');
  expect(polls).toBe(30);
  await expect(card(page)).toContainText('Your payment is still being checked.');
}

test('a page says that it records, what the API refuses, and when it stops asking the chain', async ({
  page,
  watch,
}) => {
  watch.allow(/status of 400/);
  await page.clock.install();
  await openConnected(page);
  await test.step('records, then a refusal without its leading 400 [R4.020 R7.022 R8.039 R8.043]', () =>
    haveRefused(page));
  await test.step('polls that end before the sixth confirmation are a payment in process [R4.022 R4.024 R8.045 R9.010]', () =>
    exhaustPolls(page));
});
