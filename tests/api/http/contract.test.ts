import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { apiErrorSchema } from '#src/contract/errors.ts';
import {
  cryptoPricesResponseSchema,
  presalePricingResponseSchema,
  presaleStatsResponseSchema,
  purchaseResponseSchema,
} from '#src/contract/presale.ts';
import {
  stakeResponseSchema,
  stakingBalanceResponseSchema,
  stakingRewardsResponseSchema,
  stakingStatsResponseSchema,
} from '#src/contract/staking.ts';
import { configResponseSchema } from '#src/contract/system.ts';
import { walletConnectResponseSchema } from '#src/contract/wallet.ts';
import { START } from '#tests/support/http-app.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';
import { wrongChecksum } from '#tests/support/wrong-checksum.ts';

const DECIMAL = /^\d+(\.\d+)?$/;
const HASH = `0x${'ab'.repeat(32)}`;

onBothEngines('the calls of the product', (open) => {
  const http = onceForAll(() => open({ env: { STAKING_APY: '25' } }));
  beforeAll(async () => {
    const message = { key: 'social-share-message', value: 'We look at it within a day.', set_by: 'ada', reason: '' };
    await http.context.db
      .insertInto('live_settings')
      .values({ ...message, created_at: 1n })
      .execute();
  });

  const visitor = () => newVisitor(http.app, () => http.clock.now);
  async function read<Schema extends z.ZodObject>(url: string, schema: Schema): Promise<z.infer<Schema>> {
    const answer = await http.app.inject(url);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    return schema.strict().parse(answer.json()) as z.infer<Schema>;
  }
  /** Public answers are cached for a second. */
  const later = () => {
    http.clock.now += 1_001;
  };

  test('[R3.036 R7.016] GET /api/presale/stats states the amount raised, as a decimal string', async () => {
    expect(await read('/api/presale/stats', presaleStatsResponseSchema)).toEqual({
      ...{ totalRaised: '0', purchases: 0, tokensSold: '0', recount: null },
    });
  });

  test('[R3.033 R3.034 R3.035 R7.017] GET /api/config has its documented fields', async () => {
    const config = await read('/api/config', configResponseSchema);
    expect(config).toMatchObject({
      currentPhase: 1,
      amountRaised: '0',
      goalRaise: '10170000',
      progressPercent: 0,
      tokenPrice: '0.013',
      debugMode: false,
      stakingApy: '25',
      socialSharePendingMessage: 'We look at it within a day.',
      presaleAddress: http.context.env.presaleAddress,
      walletProof: 'sensitive',
      rehearsal: true,
    });
    const plain = await open();
    const body = (await plain.app.inject('/api/config')).json();
    await plain.close();
    expect(body).not.toHaveProperty('socialSharePendingMessage');
  });

  test('[R3.032 R7.019] GET /api/presale/pricing has its documented fields', async () => {
    const pricing = await read('/api/presale/pricing', presalePricingResponseSchema);
    expect(pricing).toMatchObject({
      currentPrice: '0.013',
      nextPhasePrice: '0.022',
      phase: 1,
      tokensRemaining: '197000000',
      daysLeft: 7,
      hoursLeft: 0,
      minutesLeft: 0,
      secondsLeft: 0,
      windowNumber: 1,
      lastWindow: null,
      saleStatus: 'open',
      serverTime: new Date(START).toISOString(),
    });
    expect(pricing.offers.map(({ chainId, paymentMethod }) => `${chainId}:${paymentMethod}`)).toEqual([
      ...['1:ETH', '1:USDC', '1:USDT', '1:USD1'],
      ...['56:BNB', '56:USDC', '56:USDT'],
      ...['137:MATIC', '137:USDC', '137:USDT'],
    ]);
  });

  test('[R3.037 R7.020] GET /api/crypto/prices has ETH, BNB and MATIC, null until a feed was read', async () => {
    const none = { ETH: null, BNB: null, MATIC: null };
    const off = { ETH: false, BNB: false, MATIC: false };
    expect(await read('/api/crypto/prices', cryptoPricesResponseSchema)).toEqual({
      ...none,
      updatedAt: none,
      live: off,
    });
    const seconds = BigInt(http.clock.now) / 1000n;
    await http.context.db
      .insertInto('feed_prices')
      .values({
        chain_id: 1n,
        price_e8: 451_348_000_000n,
        round_id: '7',
        round_at: seconds,
        read_at: BigInt(http.clock.now),
      })
      .execute();
    later();
    const prices = await read('/api/crypto/prices', cryptoPricesResponseSchema);
    expect(prices).toMatchObject({ ETH: '4513.48', BNB: null, live: { ETH: true, BNB: false, MATIC: false } });
    http.clock.now += 60_000;
    const old = await read('/api/crypto/prices', cryptoPricesResponseSchema);
    expect([old.ETH, old.live.ETH]).toEqual(['4513.48', false]);
  });

  test('[R3.044 R3.045 R7.021] POST /api/presale/purchase takes the stated payload and answers the fields that the site reads', async () => {
    const buyer = visitor();
    const answer = await buyer.post('/api/presale/purchase', {
      walletAddress: buyer.wallet,
      ethAmount: '0.01',
      paymentAmount: 0.01,
      paymentMethod: 'ETH',
      usdAmount: '45.13',
      tokenAmount: 3471,
      transactionHash: HASH,
      status: 'confirmed',
      phase: 1,
      somethingUnknown: true,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const body = purchaseResponseSchema.strict().parse(answer.json());
    expect(body).toMatchObject({
      status: 'processing',
      required: 6,
      transactionHash: HASH,
      tokensAllocated: null,
      tokenAmount: null,
      usdAmount: null,
    });
    const minimal = await buyer.post('/api/presale/purchase', { walletAddress: buyer.wallet, transactionHash: HASH });
    expect(minimal.json()).toEqual(body);
  });

  test('[R3.045] the same call for a credited payment answers its tokens and its value in USD', async () => {
    const buyer = visitor();
    await http.credit(buyer.wallet, 25n);
    // A final payment is answered from the books; the chains of this app are empty.
    const { transaction_hash: transactionHash } = await http.context.db
      .updateTable('payments')
      .set({ final: 1n })
      .where('payer', '=', buyer.wallet)
      .returning('transaction_hash')
      .executeTakeFirstOrThrow();
    const answer = await buyer.post('/api/presale/purchase', { walletAddress: buyer.wallet, transactionHash });
    expect(purchaseResponseSchema.strict().parse(answer.json())).toMatchObject({
      ...{ status: 'credited', tokensAllocated: '1923', tokenAmount: '1923', usdAmount: '25' },
    });
  });

  test('[R7.010 R7.011] POST /api/wallet/connect takes every stated method and answers in lower case', async () => {
    const methods = ['metamask', 'coinbase', 'trust', 'rabby', 'injected', 'walletconnect', 'unknown'];
    for (const connectionMethod of methods) {
      const someone = visitor();
      const answer = await someone.post('/api/wallet/connect', {
        walletAddress: someone.account.address,
        connectionMethod,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(walletConnectResponseSchema.strict().parse(answer.json())).toEqual({
        walletAddress: someone.wallet,
        proven: false,
      });
    }
    const other = await visitor().post('/api/wallet/connect', {
      walletAddress: `0x${'1'.repeat(40)}`,
      connectionMethod: 'telegram',
    });
    expect(other.statusCode).toBe(400);
  });

  describe('staking, in numeric strings', () => {
    let buyer: ReturnType<typeof visitor>;
    beforeEach(async () => {
      buyer = visitor();
      await http.credit(buyer.wallet, 100n);
      await buyer.connect();
      expect((await buyer.prove()).statusCode).toBe(200);
    });
    const balance = () => read(`/api/staking/balance/${buyer.wallet}`, stakingBalanceResponseSchema);
    const stake = () => buyer.post('/api/staking/stake', { walletAddress: buyer.wallet, amount: '7692' });

    test('[R3.046 R7.028] the balance', async () => {
      expect(await balance()).toEqual({ stakedBalance: '0', availableToStake: '7692' });
    });

    test('[R3.049 R7.034] a stake moves it', async () => {
      const staked = await stake();
      expect(staked.statusCode, staked.body).toBe(200);
      expect(stakeResponseSchema.strict().parse(staked.json())).toEqual({
        amount: '7692',
        stakedBalance: '7692',
        availableToStake: '0',
      });
      expect(await balance()).toEqual({ stakedBalance: '7692', availableToStake: '0' });
    });

    test('[R3.047 R7.030] the stats', async () => {
      const total = async () => {
        later();
        return (await read('/api/staking/stats', stakingStatsResponseSchema)).totalStaked;
      };
      const before = await total();
      expect((await stake()).statusCode).toBe(200);
      expect(await total()).toBe(String(Number(before) + 7_692));
    });

    test('[R3.048 R7.032] the rewards', async () => {
      expect((await stake()).statusCode).toBe(200);
      http.clock.now += 365 * 86_400_000;
      const { currentRewards } = await read(`/api/staking/rewards/${buyer.wallet}`, stakingRewardsResponseSchema);
      expect(currentRewards).toMatch(DECIMAL);
      // A quarter of the stake after a year.
      expect(Number(currentRewards)).toBeCloseTo(1923, 3);
    });
  });

  test('an amount that cannot be staked says why, in {code, message}', async () => {
    const buyer = visitor();
    await buyer.connect();
    await buyer.prove();
    const stake = (amount: unknown) => buyer.post('/api/staking/stake', { walletAddress: buyer.wallet, amount });
    const none = (await stake('1')).json();
    expect(none).toEqual({
      code: 'no_tokens_available',
      message: 'You must first purchase tokens to be able to stake them',
    });
    await http.credit(buyer.wallet, 10n);
    expect((await stake('770')).json().code).toBe('insufficient_available');
    for (const bad of ['abc', '0', '-1', '1e3', '', 0, -5, 1e21, '0.0000000001', null, {}]) {
      const answer = await stake(bad);
      expect([answer.statusCode, answer.json().code], String(bad)).toEqual([400, 'invalid_amount']);
    }
    const part = await stake(1.5);
    expect(part.json()).toMatchObject({ amount: '1.5', availableToStake: '767.5' });
  });

  test('[R3.033 R3.036 R7.016 R7.017] both totals are one number, and so is the progress', async () => {
    await http.credit(visitor().wallet, 5n);
    later();
    const before = await read('/api/presale/stats', presaleStatsResponseSchema);
    await http.credit(visitor().wallet, 1_017_000n);
    later();
    const stats = await read('/api/presale/stats', presaleStatsResponseSchema);
    const config = await read('/api/config', configResponseSchema);
    expect(stats).toEqual({
      totalRaised: String(Number(before.totalRaised) + 1_017_000),
      purchases: before.purchases + 1,
      tokensSold: String(Number(before.tokensSold) + 78_230_769),
      recount: null,
    });
    const at = new Date(http.clock.now).toISOString();
    await http.checkLedger();
    later();
    const recounted = await read('/api/presale/stats', presaleStatsResponseSchema);
    expect(recounted.recount).toEqual({ at, payments: recounted.purchases });
    expect(stats.totalRaised).toBe(config.amountRaised);
    expect(Number(stats.totalRaised)).toBeGreaterThan(1_017_000);
    expect(config.progressPercent).toBe(Math.floor((Number(stats.totalRaised) / 10_170_000) * 10_000) / 100);
    expect(config.progressPercent).toBeGreaterThanOrEqual(10);
  });

  test('every error of the wallet and hash fields has a separate code', async () => {
    const buyer = visitor();
    const post = async (walletAddress: string, transactionHash: string) => {
      const answer = await buyer.post('/api/presale/purchase', { walletAddress, transactionHash });
      return [answer.statusCode, apiErrorSchema.strict().parse(answer.json()).code];
    };
    const checksum = buyer.account.address;
    expect(await post(wrongChecksum(checksum), HASH)).toEqual([400, 'wallet_checksum_mismatch']);
    expect(await post('0x12', HASH)).toEqual([400, 'invalid_wallet_address']);
    expect(await post(checksum, HASH.slice(0, 65))).toEqual([400, 'invalid_transaction_hash']);
    expect(await post(checksum, `${HASH}0`)).toEqual([400, 'invalid_transaction_hash']);
  });

  test('an unchanged public answer is not sent twice', async () => {
    const first = await http.app.inject('/api/config');
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=1');
    const again = await http.app.inject({ url: '/api/config', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});
