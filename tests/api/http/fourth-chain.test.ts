import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { addFourthChain, FOURTH } from '#tests/support/fourth-chain.ts';
import type { HttpApp } from '#tests/support/http-app.ts';

let http: HttpApp;
beforeEach(async () => {
  await addFourthChain();
  http = await (await import('#tests/support/http-app.ts')).openHttpApp();
});
afterEach(() => void vi.resetModules());

/** What a read of a chain's feed and blocks leaves; the chain's price is this old. */
async function readChain(chainId: number, price_e8: bigint, ageMs: number): Promise<void> {
  const at = BigInt(http.clock.now);
  const round = { round_id: '7', round_at: at / 1000n, read_at: at - BigInt(ageMs) };
  await http.context.db
    .insertInto('feed_prices')
    .values({ chain_id: BigInt(chainId), price_e8, ...round })
    .execute();
  const block = { block_number: 1n, block_hash: `0x${'0'.repeat(64)}`, head: 1n, finalized: 1n, updated_at: at };
  await http.context.db
    .insertInto('chain_cursors')
    .values({ chain_id: BigInt(chainId), ...block })
    .execute();
  http.context.chains.get(chainId as ChainId)?.noteContracts(
    new Map([
      ['ETH', 'ok'],
      ['feed', 'ok'],
    ]),
  );
}

test.each([
  [1, FOURTH],
  [FOURTH, 1],
])('the price of chain %i is live and that of chain %i is not, though both coins are ETH', async (live, old) => {
  await readChain(live, 300_000_000_000n, 0);
  await readChain(old, 299_900_000_000n, 61_000);
  const key = (chainId: number) => (chainId === 1 ? 'ETH' : 'ETH_BASE');
  const prices = (await http.app.inject('/api/crypto/prices')).json();
  expect(prices).toMatchObject({
    [key(live)]: '3000',
    [key(old)]: '2999',
    ...{ BNB: null, MATIC: null },
    live: { [key(live)]: true, [key(old)]: false, BNB: false, MATIC: false },
  });
  const { offers } = (await http.app.inject('/api/presale/pricing')).json<PresalePricing>();
  const ofCoin = (chainId: number) =>
    offers.find((offer) => offer.chainId === chainId && offer.paymentMethod === 'ETH')?.reason;
  expect([ofCoin(live), ofCoin(old)]).toEqual([null, 'price-stale']);
});
