import { type APIRequestContext, expect } from '@playwright/test';
import { CHAINS } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import type { CryptoPrices, PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import type { StakingBalance } from '#src/contract/staking.ts';

async function read<Answer>(request: APIRequestContext, path: string): Promise<Answer> {
  const answer = await request.get(path);
  expect(answer.status()).toBe(200);
  return (await answer.json()) as Answer;
}

/** The prices in force. */
export function pricing(request: APIRequestContext): Promise<PresalePricing> {
  return read(request, '/api/presale/pricing');
}

/** The amount raised. */
export function presaleStats(request: APIRequestContext): Promise<PresaleStats> {
  return read(request, '/api/presale/stats');
}

/** A wallet's SYNX. */
export function stakingBalance(request: APIRequestContext, wallet: string): Promise<StakingBalance> {
  return read(request, `/api/staking/balance/${wallet}`);
}

/** Whole SYNX that an amount buys, by the server's own prices and none of the site's code. */
export async function expectedTokens(request: APIRequestContext, token: Token, amount: string): Promise<bigint> {
  const { currentPrice } = await pricing(request);
  const price = token.address === null ? await coinPrice(request, token) : '1';
  // 18 + 8 decimals in the numerator, 18 + 8 in the denominator.
  return (scaled(amount, 18) * scaled(price, 8)) / (scaled(currentPrice, 8) * 10n ** 18n);
}

/** The price of a chain's coin in US dollars; a server that has just started may not have read it yet. */
async function coinPrice(request: APIRequestContext, { chainId }: Token): Promise<string> {
  let price: string | null = null;
  const isRead = async () => {
    price = (await read<CryptoPrices>(request, '/api/crypto/prices'))[CHAINS[chainId].priceKey];
    return price !== null;
  };
  await expect.poll(isRead, { timeout: 30_000 }).toBe(true);
  return price ?? '';
}

/** Waits until the wallet's credited, unstaked SYNX are this many. */
export async function waitForCredit(request: APIRequestContext, wallet: string, synx: bigint): Promise<void> {
  await expect
    .poll(async () => (await stakingBalance(request, wallet)).availableToStake, { intervals: [100], timeout: 15_000 })
    .toBe(String(synx));
}

function scaled(decimal: string, places: number): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
}
