import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openNewSale } from '#tests/support/new-sale.ts';
import { anewForEach, onceForAll } from '#tests/support/opened.ts';
import { newWallet, payCoin, payToken, tokenAddress } from '#tests/support/pay.ts';
import { createSafe } from '#tests/support/safe.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const COINS = parseEther('1000');

const chains = onceForAll(startTestChains);
const earlier: { readonly wallet: string; readonly hash: string }[] = [];
const stack = anewForEach(async () => {
  const client = chains.client(CHAIN);
  // More than are final after some of them.
  await chains.mine(CHAIN, 100);
  const [coins, tokens, safe] = [newWallet(), newWallet(), await createSafe(client)];
  await client.setBalance({ address: safe.address as `0x${string}`, value: 2n * COINS });
  earlier.splice(0);
  earlier.push(
    { wallet: coins, hash: await payCoin(client, coins, COINS) },
    { wallet: tokens, hash: await payToken(client, tokens, tokenAddress(CHAIN, 'USDC'), 1_300_000_000n) },
    { wallet: safe.address, hash: await safe.execute({ to: PRESALE, value: COINS }) },
  );
  return openNewSale(chains);
});

async function expectNothingCredited() {
  for (const { wallet } of earlier) expect((await stack.balance(wallet)).availableToStake).toBe('0');
}

test.each([
  ['has', 8],
  ['has no longer', 140],
])('what the treasury received before the sale waits for people if the chain %s its states (S1)', async (_, later) => {
  await chains.mine(CHAIN, later);
  await stack.pass([CHAIN]);
  for (const { wallet, hash } of earlier) await stack.post(wallet, hash);
  await stack.askFor(25 * 60_000, () => stack.pass([CHAIN]));
  for (const { wallet, hash } of earlier) {
    const told = (await stack.app.inject(`/api/track/${hash}?chainId=${CHAIN}`)).json();
    // Nobody can tell any more what a Safe's own code did.
    const isUntold = later > 100 && wallet === earlier[2]?.wallet;
    expect(told).toMatchObject({ status: 'needs-review', reason: isUntold ? 'amount-unverifiable' : 'before-sale' });
  }
  await expectNothingCredited();
});

test('nor does the watcher find it by the balance, which it compares from the last final block on (S1)', async () => {
  for (const blocks of [1, 30, 66, 1]) {
    await chains.mine(CHAIN, blocks);
    stack.tick(30_000);
    await stack.pass([CHAIN]);
  }
  expect(await stack.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
  await expectNothingCredited();
});
