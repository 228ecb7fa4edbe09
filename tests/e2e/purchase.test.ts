import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { encodeFunctionData, erc20Abi } from 'viem';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { TokenSymbol } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { expectedTokens, stakingBalance, waitForCredit } from '#tests/support/browser/api.ts';
import {
  amountField,
  card,
  confirmSummary,
  fillCard,
  pressPurchase,
  receive,
  summarySheet,
  tokenOf,
} from '#tests/support/browser/card.ts';
import { mine } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { test } from '#tests/support/browser/test.ts';
import { toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connect, expectConnected, walletWindow } from '#tests/support/browser/wallet.ts';
import type { Watch } from '#tests/support/browser/watch.ts';
import { IS_FULL } from '#tests/support/sized.ts';

interface Option {
  readonly chainId: ChainId;
  readonly symbol: TokenSymbol;
  readonly amount: string;
  readonly account: (typeof DEVELOPMENT_ACCOUNTS)[number];
}

/** Used by this file only. */
const [first, second, third] = DEVELOPMENT_ACCOUNTS;

/**
 * All ten payment options (R3.026-R3.028) except the one of the journey.
 * Those of `MORE` have a chain, a coin and decimals that others have too: a full run buys with them as well.
 */
const OPTIONS: readonly Omit<Option, 'account'>[] = [
  { chainId: 1, symbol: 'USDT', amount: '50' },
  { chainId: 1, symbol: 'USD1', amount: '7.000000000000000001' },
  { chainId: 56, symbol: 'BNB', amount: '1.25' },
  { chainId: 56, symbol: 'USDC', amount: '99.999999999999999999' },
  { chainId: 137, symbol: 'MATIC', amount: '4321' },
];

const MORE: typeof OPTIONS = [
  { chainId: 1, symbol: 'USDC', amount: '123.45' },
  { chainId: 56, symbol: 'USDT', amount: '1000' },
  { chainId: 137, symbol: 'USDC', amount: '5' },
  { chainId: 137, symbol: 'USDT', amount: '64.5' },
];

interface Visit {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly watch: Watch;
}

/** A purchase: its payment option, the whole SYNX that it buys, and those that could be staked before it. */
interface Purchase extends Option {
  readonly tokens: bigint;
  readonly before: bigint;
}

/** The wallet changes its network, the page reloads with its form, and the summary opens by itself. */
async function switchNetwork(page: Page, { chainId, amount, account }: Option, shown: string): Promise<void> {
  const { name } = CHAINS[chainId];
  await card(page)
    .getByRole('button', { name: `Wrong network: switch to ${name}` })
    .click();
  const loaded = page.waitForEvent('load');
  await confirmInWallet(page);
  await loaded;
  await expectConnected(page, account);
  await expect(toast(page)).toContainText(`Network SwitchedYour wallet is now on ${name}.`);
  await expect(amountField(page)).toHaveValue(amount);
  await expect(receive(page)).toHaveText(shown);
  await expect(summarySheet(page)).toBeVisible();
}

/** Confirms the summary, opening it if need be, and then in the wallet, whose window names the amount sent. */
async function pay(page: Page, { chainId, symbol, amount }: Option): Promise<void> {
  if (!(await summarySheet(page).isVisible())) await pressPurchase(page);
  await confirmSummary(page);
  const wallet = walletWindow(page);
  await expect(wallet).toContainText(`You send${amount} ${tokenOf(chainId, symbol).display}`);
  await expect(wallet).toContainText(new RegExp(`To${DEVELOPMENT_PRESALE_ADDRESS}`, 'i'));
  await expect(card(page).getByRole('button', { name: 'Waiting for wallet…' })).toBeDisabled();
  await confirmInWallet(page);
}

/** What the page and the API say of a purchase that has no sixth confirmation yet. */
async function expectBought({ page, request }: Visit, { account, tokens, before }: Purchase): Promise<void> {
  const count = tokens.toLocaleString('en');
  await expect(toast(page)).toContainText('Purchase Successful');
  await expect(toast(page)).toContainText(`Added ${count} SYNX tokens to your SYNX balance`);
  await expect(card(page)).toContainText(/Confirming [01]\/6\. Once credited, you can stake these tokens/);
  await expect(card(page)).toContainText(`You bought${count} SYNX`);
  await expect(card(page)).toContainText('Once credited, the tokens are a balance on this site, not in your wallet.');
  await expect(card(page)).not.toContainText('Credited here');
  await expect(card(page).getByRole('button', { name: 'Stake Now' })).toBeDisabled();
  expect((await stakingBalance(request, account)).availableToStake).toBe(String(before));
}

function sentTransactions({ watch }: Visit): readonly unknown[] {
  return watch.walletCalls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params[0]);
}

/** The one transaction that the wallet was asked for since there were `earlier` ones. */
async function expectSent(visit: Visit, earlier: number, { chainId, symbol, amount }: Option): Promise<void> {
  const token = tokenOf(chainId, symbol);
  const sent = sentTransactions(visit);
  expect(sent).toHaveLength(earlier + 1);
  const transaction = sent.at(-1) as { to: string; value?: string; data?: string };
  const units = toUnits(amount, token.decimals);
  if (token.address === null)
    await test.step('coins went to the presale address [R7.067]', () => {
      expect(transaction.to.toLowerCase()).toBe(DEVELOPMENT_PRESALE_ADDRESS.toLowerCase());
      expect([BigInt(transaction.value ?? '0'), transaction.data ?? '0x']).toEqual([units, '0x']);
    });
  else
    await test.step('the token was transferred to the presale address [R7.068]', () => {
      expect(transaction.to.toLowerCase()).toBe(token.address?.toLowerCase());
      expect(BigInt(transaction.value ?? '0')).toBe(0n);
      const args = [DEVELOPMENT_PRESALE_ADDRESS, units] as const;
      expect(transaction.data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }));
    });
}

/** On the landing page of a connected wallet, where the form is shown: pays, and waits for the credit. */
async function buy(visit: Visit, option: Option): Promise<bigint> {
  const { page, request } = visit;
  const { chainId, symbol, amount, account } = option;
  const before = BigInt((await stakingBalance(request, account)).availableToStake);
  const tokens = await expectedTokens(request, tokenOf(chainId, symbol), amount);
  const shown = `${tokens.toLocaleString('en')} SYNX`;
  const earlier = sentTransactions(visit).length;

  await fillCard(page, chainId, symbol, amount);
  await expect(receive(page)).toHaveText(shown);
  if (chainId !== 1 && earlier === 0) await switchNetwork(page, option, shown);

  const raised = card(page).locator('dl', { hasText: 'Total USD Raised' }).getByRole('definition');
  await expect(raised).toContainText('$');
  const raisedBefore = (await raised.textContent()) ?? '';
  await test.step('the button is ready, then waits for the wallet [R4.018]', () => pay(page, option));
  await test.step('the panel shows the purchase [R2.075 R4.021 R8.046]', () =>
    expectBought(visit, { ...option, tokens, before }));
  await expectSent(visit, earlier, option);

  await test.step('six confirmations credit it [R1.035 R4.023 R8.044]', async () => {
    await mine(chainId, 5);
    await waitForCredit(request, account, before + tokens);
    await passTimeUntil(page, toast(page), 'Tokens Credited');
    await expect(card(page)).toContainText('Credited. You can stake these tokens now.');
    await expect(card(page)).toContainText('Not yet in your wallet. Claiming is not live.');
  });
  await test.step('the amount raised is read again [R7.062]', async () => {
    await expect(raised).not.toHaveText(raisedBefore);
  });
  return before + tokens;
}

/** Follows the card to staking, where all that was bought can be staked; `sent` counts the transactions so far. */
async function goStaking(visit: Visit, stakeable: bigint, sent: number): Promise<void> {
  const { page } = visit;
  await test.step('Stake Now leads to the staking page [R1.035 R2.076]', async () => {
    await card(page).getByRole('link', { name: 'Stake Now' }).click();
    await expect(page).toHaveURL(/\/staking$/);
    await expect(page.getByRole('group', { name: 'Available to Stake' })).toHaveText(stakeable.toLocaleString('en'));
  });
  expect(sentTransactions(visit)).toHaveLength(sent);
}

test('a reader of the FAQ buys with ETH on Ethereum, stakes all of it, and earns points [R0.002 R1.034]', async ({
  page,
  request,
  watch,
}) => {
  await page.clock.install();
  await page.goto('/faq');
  await page.getByRole('heading', { name: 'How do I buy SYNX?' }).click();
  await page.getByRole('link', { name: 'See the guide' }).click();
  await expect(page).toHaveURL(/\/#how-to-buy$/);

  await connect(page, first);
  // The guide leads on to the card, which loads where it is seen.
  await page.getByRole('link', { name: 'Buy Now' }).first().click();
  const visit = { page, request, watch };
  const bought = await buy(visit, { chainId: 1, symbol: 'ETH', amount: '0.5', account: first });
  await goStaking(visit, bought, 1);

  await page.getByRole('button', { name: 'STAKE NOW (Engage)' }).click();
  await page.getByRole('button', { name: 'Stake now', exact: true }).click();
  await confirmInWallet(page);
  await expect(page.getByRole('group', { name: 'Staked Balance' })).toHaveText(bought.toLocaleString('en'));

  await page.getByRole('banner').getByRole('link', { name: 'Airdrop', exact: true }).click();
  await page.getByRole('heading', { name: /Daily check-in/ }).click();
  await page.getByRole('region', { name: 'Missions' }).getByRole('button', { name: 'Check in', exact: true }).click();
  await page.getByRole('button', { name: 'Verify without arithmetic' }).click();
  await expect(toast(page)).toContainText('Check-in Successful!');
  const points = page.locator('section.card').filter({ has: page.getByRole('heading', { name: 'Your Points' }) });
  await expect(points).toContainText('50');
});

for (const [chainId, account] of [
  [1, third],
  [56, second],
  [137, first],
] as const) {
  const options = (IS_FULL ? [...OPTIONS, ...MORE] : OPTIONS).filter((option) => option.chainId === chainId);
  const symbols = options.map(({ symbol }) => symbol);
  test(`buys with ${symbols.join(', then with ')} on ${CHAINS[chainId].name} [R1.034]`, { tag: '@long' }, async ({
    page,
    request,
    watch,
  }) => {
    const visit = { page, request, watch };
    let stakeable = 0n;
    await page.clock.install();
    await page.goto('/');
    await connect(page, account);
    for (const [at, option] of options.entries()) {
      if (at > 0) await card(page).getByRole('button', { name: 'Buy More' }).click();
      stakeable = await buy(visit, { ...option, account });
      await expect(card(page).getByRole('link', { name: 'Stake Now' })).toHaveAttribute('href', '/staking');
    }
    await goStaking(visit, stakeable, options.length);
  });
}
