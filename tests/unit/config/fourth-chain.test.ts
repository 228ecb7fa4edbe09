import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import { addFourthChain, FOURTH } from '#tests/support/fourth-chain.ts';

const BASE = FOURTH as ChainId;
const HASH = `0x${'ab'.repeat(32)}`;

beforeEach(addFourthChain);
afterEach(() => void vi.resetModules());

test('the card shows each chain the price of its own coin, though two of them have the same one', async () => {
  const { cardRates } = await import('#src/purchase/offer/card-quote.ts');
  const prices = {
    ...{ ETH: '3000', BNB: '600', MATIC: '0.5', ETH_BASE: '2999' },
    updatedAt: { ETH: null, BNB: null, MATIC: null, ETH_BASE: null },
    live: { ETH: true, BNB: true, MATIC: true, ETH_BASE: false },
  };
  const shown = (chainId: ChainId, known?: typeof prices) => cardRates(chainId, undefined, known, undefined);
  expect([shown(1, prices), shown(BASE, prices)]).toMatchObject([
    { coin: '3000', coinLive: true },
    { coin: '2999', coinLive: false },
  ]);
  expect([shown(1).coin, shown(BASE).coin]).toEqual(['4513.48', '4000']);
});

test('its settings, its payments and their receipts have a name', async () => {
  const { chainSettings } = await import('#src/config/chains.ts');
  const { chainIdSchema } = await import('#src/contract/shapes.ts');
  const { paymentIdSchema } = await import('#src/contract/payments.ts');
  const { readPaymentId } = await import('#src/chain/payment-id.ts');
  expect(chainSettings('RPC_URL')).toContain('RPC_URL_8453');
  expect(chainIdSchema.safeParse(8453).success).toBe(true);
  expect(paymentIdSchema.parse(`8453-${HASH}-coin`)).toBe(`8453-${HASH}-coin`);
  expect(readPaymentId(`8453-${HASH}-coin`)).toMatchObject({ chainId: 8453, transferIndex: -1n });
});
