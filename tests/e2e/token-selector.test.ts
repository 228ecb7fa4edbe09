import { expect, type Locator, type Page } from '@playwright/test';
import { amountField, card, fillCard } from '#tests/support/browser/card.ts';
import { fundedWallet, giveCoins } from '#tests/support/browser/local-chains.ts';
import { passTimeUntil } from '#tests/support/browser/pass-time.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore, expectConnected, rejectInWallet, walletWindow } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 720 };

function selector(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Select a Token' });
}

function opener(page: Page): Locator {
  return card(page).getByRole('button', { name: /^Pay with/ });
}

/** Swipes over the list of tokens. */
async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await selector(page).getByRole('list').boundingBox();
  if (box === null) throw new Error('no list');
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 20 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at, x: at.x + pixels }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Opens the selector of a page without a wallet: its chains, their tokens and the search. */
async function browse(page: Page): Promise<void> {
  const dialog = selector(page);
  const chains = dialog.getByRole('group', { name: 'Network' }).getByRole('button');
  const warning = 'High gas fees on Ethereum. Consider using BSC or Polygon for lower fees.';
  const search = dialog.getByRole('searchbox', { name: 'Search by symbol or name' });
  await test.step('one button in place of the selects opens it [R2.066 R2.085]', async () => {
    await expect(opener(page)).toHaveText('ETH on Ethereum');
    for (const name of ['Network', 'Pay with'])
      await expect(card(page).getByRole('combobox', { name, exact: true })).toHaveCount(0);
    await opener(page).click();
    await expect(dialog).toBeVisible();
  });
  await test.step('three chains, the warning of the first, and its tokens without balances [R2.087 R2.088 R2.092]', async () => {
    await expect(chains).toHaveText(['Ethereum', 'BSC', 'Polygon']);
    await expect(dialog).toContainText(warning);
    await expect(dialog).toContainText('Connect your wallet to see your balances.');
    await expect(dialog.getByRole('listitem')).toHaveText([/^ETH/, /^USDC/, /^USDT/, /^USD1/]);
  });
  await test.step('a search by symbol or name, which may find nothing [R2.086 R2.091]', async () => {
    await search.fill('usd c');
    await expect(dialog.getByRole('listitem')).toHaveText([/^USDC/]);
    await search.fill('LIBERTY');
    await expect(dialog.getByRole('listitem')).toHaveText([/^USD1/]);
    await search.fill('doge');
    await expect(dialog).toContainText('No tokens found');
    await search.fill('');
  });
  await chains.nth(1).click();
  await expect(dialog).not.toContainText(warning);
  await expect(dialog.getByRole('button', { name: /^BUSD/ })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: /^BUSD/ })).toContainText('Not accepted: retired by its issuer');
  await chains.nth(2).click();
  await expect(dialog.getByRole('button', { name: /^USDC\.e/ })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: /^USDC\.e/ })).toContainText('this is not native USDC');
  await search.fill('matic');
  await dialog.getByRole('button', { name: /^POL/ }).click();
  await expect(dialog).toBeHidden();
  await expect(opener(page)).toHaveText('POL on Polygon');
  await expect(opener(page)).toBeFocused();
  await expect(card(page)).toContainText('POL amount');
}

test('one button opens "Select a Token", with search, chains and the gas warning; a wide window keeps the selects', async ({
  page,
}) => {
  await page.setViewportSize(NARROW);
  await page.goto('/');
  await browse(page);
  await test.step('the prompt of the token selector connects a wallet [R2.092]', async () => {
    await opener(page).click();
    await selector(page).getByRole('button', { name: 'Connect Wallet' }).click();
    await expect(walletWindow(page)).toBeVisible();
    await rejectInWallet(page);
  });
  await test.step('a wide window of a computer keeps the two selects [R2.065]', async () => {
    await page.setViewportSize(WIDE);
    await fillCard(page, 56, 'USDT', '12');
    await expect(opener(page)).toBeHidden();
    await page.setViewportSize(NARROW);
    await expect(opener(page)).toHaveText('USDT on BSC');
    await expect(amountField(page)).toHaveValue('12');
  });
});

/** The row of a token in the selector. */
function row(page: Page, name: RegExp): Locator {
  return selector(page).getByRole('button', { name });
}

/**
 * Opens the landing page with a new wallet whose balances are not answered before `release`, and then unless the node
 * is down.
 */
async function openUnread(page: Page) {
  const node = { isDown: false, release: () => {} };
  const held = new Promise<void>((resolve) => {
    node.release = resolve;
  });
  await page.route('**/rehearsal/rpc/1', async (route) => {
    const call = route.request().postDataJSON();
    if (/eth_getBalance|eth_call/.test(route.request().postData() ?? '')) await held;
    if (!node.isDown || call.method !== 'eth_getBalance') return route.continue();
    await route.fulfill({ json: { jsonrpc: '2.0', id: call.id, error: { code: -32_000, message: 'node is down' } } });
  });
  const error = { code: -32_000, message: 'node is down' };
  await page.route('**/rehearsal/rpc/137', (route) => route.fulfill({ json: { jsonrpc: '2.0', id: 1, error } }));
  const wallet = await fundedWallet(1);
  await giveCoins(56, wallet, '250');
  await connectedBefore(page, wallet, 1);
  await page.goto('/');
  await expectConnected(page, wallet);
  return node;
}

/** "Pay with what you have": the wallet's coins on all networks. */
function owned(page: Page): Locator {
  return selector(page).getByRole('region', { name: 'Pay with what you have' }).getByRole('button');
}

/** The selector and the card of a wallet on Ethereum, with coins on BSC as well, while Polygon's node is silent. */
async function seeOtherNetworks(page: Page): Promise<void> {
  await test.step('the richest comes first, each with its network and its fee', async () => {
    await expect(owned(page)).toHaveText([
      /^1,000,000 ETHEthereum · Network fee: about .+\$[\d,.]+$/,
      /^250 BNBBSC · Network fee: about .+\$[\d,.]+$/,
    ]);
  });
  await selector(page).getByRole('button', { name: 'BSC', exact: true }).click();
  await expect(row(page, /^BNB/)).toContainText('250');
  await expect(row(page, /^USDC /)).toContainText(/0$/);
  await test.step('a network that does not answer is named, and its balances are not zero', async () => {
    await expect(selector(page)).toContainText('Polygon did not answer, so your balances there are not known.');
    await selector(page).getByRole('button', { name: 'Polygon' }).click();
    await expect(row(page, /^POL/)).toContainText('–');
  });
  await owned(page).last().click();
  await expect(opener(page)).toHaveText('BNB on BSC');
  await test.step('on a wide window the balance opens the list', async () => {
    await page.setViewportSize(WIDE);
    await card(page).getByRole('combobox', { name: 'Network' }).selectOption('Polygon');
    await expect(card(page)).toContainText('Balance: – (wallet on another network)');
    await card(page).getByRole('combobox', { name: 'Network' }).selectOption('Ethereum');
    await card(page).getByRole('button', { name: 'Balance: 1,000,000 ETH' }).click();
    await expect(owned(page).first()).toContainText('1,000,000 ETH');
    await page.keyboard.press('Escape');
    await page.setViewportSize(NARROW);
  });
}

/** Reads the balances of a wallet whose node answers all calls but one, and then that one. */
async function readAgain(page: Page, node: { isDown: boolean }): Promise<void> {
  node.isDown = true;
  await selectAccount(page, await fundedWallet(1, { coins: '3.25', token: ['USDC', '4321.5'] }));
  await expect(card(page)).toContainText('Balance could not be read');
  await opener(page).click();
  await expect(selector(page)).toContainText('Balances shown as “–” could not be read.');
  await expect(row(page, /^ETH/)).toContainText('–');
  await expect(row(page, /^USDC /)).toContainText('4,321.50');
  await page.keyboard.press('Escape');
  node.isDown = false;
  await passTimeUntil(page, card(page), 'Balance: 3.25 ETH');
  await opener(page).click();
  await expect(row(page, /^ETH/)).toContainText('3.25');
  await expect(selector(page)).not.toContainText('could not be read');
}

test('balances are shown once they are read, and the reason where they are not', async ({ page }) => {
  await page.clock.install();
  await page.setViewportSize(NARROW);
  const node = await openUnread(page);
  await test.step('while balances load it says so [R2.090]', async () => {
    await opener(page).click();
    await expect(selector(page)).toContainText('Loading balances...');
    node.release();
    await expect(selector(page)).not.toContainText('Loading balances...');
    await expect(row(page, /^ETH/)).toContainText('1,000,000');
  });
  await test.step('balances on other networks, which are read once the list is open', () => seeOtherNetworks(page));
  await test.step('balances are shown once they are read [R2.089 R2.090]', async () => {
    await selectAccount(page, await fundedWallet(1, { coins: '2.5', token: ['USDC', '1234.5'] }));
    await expect(card(page)).toContainText('Balance: 2.5 ETH');
    await opener(page).click();
    await expect(row(page, /^ETH/)).toContainText('2.5');
    await expect(row(page, /^USDC /)).toContainText('1,234.50');
    await row(page, /^USDC /).click();
    await expect(card(page)).toContainText('Balance: 1,234.50 USDC');
    await opener(page).click();
    await row(page, /^ETH/).click();
  });
  await test.step('a balance that cannot be read is named as such, asked for again, and shown once it can', () =>
    readAgain(page, node));
});

/** The chain that is chosen in the selector. */
function chosenChain(page: Page): Locator {
  return selector(page).getByRole('group', { name: 'Network' }).getByRole('button', { pressed: true });
}

test.describe('on a touch device', () => {
  test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

  test('the selector feels taps and swipes of a finger', async ({ page }) => {
    await page.addInitScript(() => {
      const felt: unknown[] = [];
      Object.assign(window, { felt });
      Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => felt.push(pattern) > 0 });
    });
    await page.goto('/');
    await opener(page).tap();
    await test.step('a tap vibrates for 50 ms, a click of a mouse does not [R2.094 R9.013]', async () => {
      const felt = () => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt);
      await selector(page).getByRole('button', { name: 'BSC' }).click();
      expect(await felt()).toEqual([]);
      await selector(page).getByRole('button', { name: 'Polygon' }).tap();
      expect(await felt()).toEqual([50]);
      await row(page, /^USDC /).tap();
      expect(await felt()).toEqual([50, 50]);
      await expect(opener(page)).toHaveText('USDC on Polygon');
    });
    await test.step('a swipe of more than 50 px changes the chain, a shorter one does not [R2.093 R9.012]', async () => {
      const chosen = chosenChain(page);
      await opener(page).tap();
      await selector(page).getByRole('button', { name: 'Ethereum' }).click();
      await expect(chosen).toHaveText('Ethereum');
      await swipe(page, -50);
      await expect(chosen).toHaveText('Ethereum');
      await swipe(page, -51);
      await expect(chosen).toHaveText('BSC');
      await swipe(page, -120);
      await expect(chosen).toHaveText('Polygon');
      await swipe(page, 51);
      await expect(chosen).toHaveText('BSC');
    });
  });
});
