import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  stakeResponseSchema,
  stakingRewardsResponseSchema,
  stakingStatsResponseSchema,
} from '#src/contract/staking.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const USDC = tokenAddress(1, 'USDC');
const YEAR_MS = 365 * 86_400_000;

const chains = onceForAll(startTestChains);

/** Buys for whole dollars of USDC on Ethereum until it is credited. */
async function buy(stack: ApiStack, wallet: string, dollars: bigint): Promise<void> {
  const hash = await payToken(chains.client(1), wallet, USDC, dollars * 1_000_000n);
  await chains.confirm(1, hash, 6);
  expect((await stack.post(wallet, hash, { chainId: 1 })).status).toBe('credited');
}

async function stake(stack: ApiStack, wallet: string, amount: string) {
  const connect = await stack.app.inject({
    method: 'POST',
    url: '/api/wallet/connect',
    payload: { walletAddress: wallet, connectionMethod: 'injected' },
  });
  const cookies = Object.fromEntries(connect.cookies.map(({ name, value }) => [name, value]));
  const payload = { walletAddress: wallet, amount };
  return stack.app.inject({ method: 'POST', url: '/api/staking/stake', payload, cookies });
}

/** The stake of all wallets, of which a visitor's copy may be a second old. */
async function totalStaked(stack: ApiStack): Promise<bigint> {
  stack.tick(1_001);
  const answer = await stack.app.inject('/api/staking/stats');
  return BigInt(stakingStatsResponseSchema.strict().parse(answer.json()).totalStaked);
}

async function rewards(stack: ApiStack, wallet: string): Promise<string> {
  const answer = await stack.app.inject(`/api/staking/rewards/${wallet}`);
  return stakingRewardsResponseSchema.parse(answer.json()).currentRewards;
}

sizedEngines('bought tokens can be staked and earn', (open) => {
  let stack: ApiStack;
  beforeAll(async () => {
    stack = await openStack({ chains, ...(await open()) });
    await stack.pass();
  });
  afterAll(() => stack.close());

  /** A wallet with 100,000 SYNX to stake. */
  const newBuyer = async () => {
    const wallet = newWallet();
    await buy(stack, wallet, 1_300n);
    return wallet;
  };
  test('[R1.035 R3.046 R7.028] bought tokens can be staked', async () => {
    const wallet = await newBuyer();
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '100000' });
    expect(await rewards(stack, wallet)).toBe('0');
  });

  test('[R3.047 R3.049 R7.030 R7.034] all of them are staked', async () => {
    const wallet = await newBuyer();
    const before = await totalStaked(stack);
    const answer = await stake(stack, wallet, '100000');
    expect(stakeResponseSchema.parse(answer.json())).toEqual({
      amount: '100000',
      stakedBalance: '100000',
      availableToStake: '0',
    });
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '100000', availableToStake: '0' });
    expect(await totalStaked(stack)).toBe(before + 100_000n);
  });

  test('[R3.048 R7.032] the stake earns 25 % per year, floored to 1e-9', async () => {
    const wallet = await newBuyer();
    stack.tick(1_000 - (stack.clock.now % 1_000));
    expect((await stake(stack, wallet, '100000')).statusCode).toBe(200);
    // 100,000 × 25 % ÷ 31,536,000 s = 0.000792744799594… SYNX per second, truncated to nine digits.
    stack.tick(1_000);
    expect(await rewards(stack, wallet)).toBe('0.000792744');
    stack.tick(9_000);
    expect(await rewards(stack, wallet)).toBe('0.007927447');
    stack.tick(YEAR_MS - 10_000);
    expect(await rewards(stack, wallet)).toBe('25000');
  });

  test('nothing can be staked twice, nor more than is available, nor by a hundred requests at once', async () => {
    const eager = newWallet();
    await buy(stack, eager, 13n);
    const answers = await Promise.all(Array.from({ length: 100 }, () => stake(stack, eager, '600')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'insufficient_available']);
    }
    expect(await stack.balance(eager)).toEqual({ stakedBalance: '600', availableToStake: '400' });
    expect((await stake(stack, eager, '400.000000001')).json().code).toBe('insufficient_available');
    expect((await stake(stack, eager, '399.999999999')).statusCode).toBe(200);
    expect(await stack.balance(eager)).toEqual({ stakedBalance: '999.999999999', availableToStake: '0.000000001' });
    await stack.checkLedger();
    expect(stack.context.isLedgerBalanced()).toBe(true);
  });
});

sizedEngines('rewards over years', (open) => {
  test('a changed rate counts from its start, and all together never get more than the pool', async () => {
    const place = await open();
    const clock = { now: Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000 };
    const at25 = await openStack({ chains, location: place.location, clock });
    await at25.pass();
    const [first, second] = [newWallet(), newWallet()];
    await buy(at25, first, 1_300_000n);
    await buy(at25, second, 1_170_000n);
    clock.now = Math.ceil(clock.now / 1_000) * 1_000;
    await stake(at25, first, '100000000');
    clock.now += YEAR_MS;
    await stake(at25, second, '50000000');
    expect(await rewards(at25, first)).toBe('25000000');
    await at25.close();
    // A second year at 15 %: 15,000,000 more for the first, 7,500,000 for the second.
    const at15 = await openStack({ chains, location: place.location, clock, env: { STAKING_APY: '15' } });
    clock.now += YEAR_MS;
    expect(await rewards(at15, first)).toBe('40000000');
    expect(await rewards(at15, second)).toBe('7500000');
    // 98,680,000 − 47,500,000 = 51,180,000 are left for 150,000,000 staked: 0.3412 each, reached in the third year on.
    clock.now += 10 * YEAR_MS;
    expect(await rewards(at15, first)).toBe('74120000');
    expect(await rewards(at15, second)).toBe('24560000');
    await at15.close();
  });
});
