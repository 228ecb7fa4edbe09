import { describe, expect, test } from 'vitest';
import type { ChainId } from '#src/config/chains.ts';
import { presaleStatsResponseSchema } from '#src/contract/presale.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin, payToken } from '#tests/support/pay.ts';

/**
 * Computed by hand at 0.013 USD per SYNX: 0.1 ETH at 4513.48 = 451.348 USD = 34,719.07… SYNX; 1 BNB at 918.04 =
 * 70,618.46…; 250 POL at 0.8 = 200 USD = 15,384.61…; stablecoins count one dollar: 100 USD = 7,692.30….
 */
const OPTIONS: readonly (readonly [ChainId, string, string | null, bigint, string, string])[] = [
  [1, 'ETH', null, 100_000_000_000_000_000n, '34719', '451.348'],
  [1, 'USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 100_000_000n, '7692', '100'],
  [1, 'USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 20_000_001n, '1538', '20.000001'],
  [1, 'USD1', '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d', 5_000_000_000_000_000_000n, '384', '5'],
  [56, 'BNB', null, 1_000_000_000_000_000_000n, '70618', '918.04'],
  [56, 'USDC', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 100_000_000_000_000_000_000n, '7692', '100'],
  [56, 'USDT', '0x55d398326f99059fF775485246999027B3197955', 1_000_000_000_000_000_000_000n, '76923', '1000'],
  [137, 'MATIC', null, 250_000_000_000_000_000_000n, '15384', '200'],
  [137, 'USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 99_999_999n, '7692', '99.999999'],
  [137, 'USDT', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 100_000_000n, '7692', '100'],
];

sizedMoneySuite('payment options', ({ stack, chains }) => {
  describe.each(OPTIONS)('chain %i, %s', (chainId, paymentMethod, token, amount, synx, usd) => {
    test('[R1.034 R1.035 R3.045 R5.018 R9.010] is credited at the sixth confirmation, never before, once', async () => {
      const wallet = newWallet();
      const client = chains.client(chainId);
      const hash = await (token === null ? payCoin(client, wallet, amount) : payToken(client, wallet, token, amount));
      const claims = { chainId, paymentMethod, paymentAmount: '1', usdAmount: 1, tokenAmount: '1', phase: 3 };
      for (let confirmations = 1; confirmations <= 5; confirmations += 1) {
        await chains.confirm(chainId, hash, confirmations);
        expect(await stack.post(wallet, hash, claims)).toMatchObject({
          status: 'confirming',
          confirmations,
          required: 6,
          chainId,
          tokensAllocated: synx,
          final: false,
        });
        expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '0' });
      }
      await stack.pass([chainId]);
      expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '0' });
      await chains.confirm(chainId, hash, 6);
      const credited = await stack.post(wallet, hash, claims);
      expect(credited).toMatchObject({
        status: 'credited',
        reason: null,
        confirmations: 6,
        tokensAllocated: synx,
        tokenAmount: synx,
        usdAmount: usd,
        price: '0.013',
        phase: 1,
        belowMinimum: false,
        refundUsd: null,
      });
      expect(await stack.post(wallet, hash)).toEqual(credited);
      const upper = `0x${hash.slice(2).toUpperCase()}`;
      expect(await stack.post(`0x${wallet.slice(2).toUpperCase()}`, upper)).toEqual(credited);
      await stack.pass([chainId]);
      expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: synx });
    });
  });

  test('the amount raised is the sum of them all', async () => {
    const stats = presaleStatsResponseSchema.parse((await stack.app.inject('/api/presale/stats')).json());
    // 451.348 + 100 + 20.000001 + 5 + 918.04 + 100 + 1000 + 200 + 99.999999 + 100
    // 34719 + 7692 + 1538 + 384 + 70618 + 7692 + 76923 + 15384 + 7692 + 7692
    expect(stats).toEqual({ totalRaised: '2994.388', purchases: 10, tokensSold: '230334', recount: null });
    await stack.checkLedger();
    expect(stack.context.isLedgerBalanced()).toBe(true);
  });
});
