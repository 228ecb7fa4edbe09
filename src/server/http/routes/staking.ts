import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { apiErrorSchema } from '#src/contract/errors.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import {
  stakeRequestSchema,
  stakeResponseSchema,
  stakingBalanceResponseSchema,
  stakingRewardsResponseSchema,
  stakingStatsResponseSchema,
} from '#src/contract/staking.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import type { Engine } from '../../context/engine.ts';
import { balanceOf } from '../../ledger/balance-of.ts';
import { rewardsOf } from '../../staking/rewards-of.ts';
import { stake } from '../../staking/stake.ts';
import { ApiFailure } from '../../util/api-failure.ts';
import { parseWallet } from '../../util/parse-wallet.ts';
import { publicRead } from './public-read.ts';

const LARGEST = 1n << 62n;

/** Balances, rewards and staking; amounts are decimal strings of SYNX. */
export const stakingRoutes: FastifyPluginAsyncZod<{ engine: Engine }> = async (app, { engine }) => {
  const tags = ['staking'];
  const errors = { '4xx': apiErrorSchema, '5xx': apiErrorSchema };
  const params = z.object({ wallet: walletAddressSchema });
  const synx = (amount: bigint) => formatUnits(amount, SYNX_DECIMALS);
  const { send } = publicRead(
    async () => {
      const totals = await engine.db
        .selectFrom('reward_totals')
        .select('staked')
        .where('id', '=', 1n)
        .executeTakeFirstOrThrow();
      return { totalStaked: synx(totals.staked) };
    },
    1,
    engine.now,
  );

  app.get(
    '/api/staking/stats',
    { schema: { summary: 'SYNX staked by everybody', tags, response: { 200: stakingStatsResponseSchema } } },
    async (request, reply) => send(request, reply) as never,
  );

  app.get(
    '/api/staking/balance/:wallet',
    {
      schema: {
        summary: 'What a wallet has staked and can stake',
        tags,
        params,
        response: { 200: stakingBalanceResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      reply.header('cache-control', 'no-store');
      return {
        stakedBalance: synx(await balanceOf(engine.db, 'staked', wallet)),
        availableToStake: synx(await balanceOf(engine.db, 'available', wallet)),
      };
    },
  );

  app.get(
    '/api/staking/rewards/:wallet',
    {
      schema: {
        summary: 'Rewards a wallet has accrued',
        tags,
        params,
        response: { 200: stakingRewardsResponseSchema, ...errors },
      },
    },
    async (request, reply) => {
      const wallet = parseWallet(request.params.wallet);
      reply.header('cache-control', 'no-store');
      return { currentRewards: synx(await rewardsOf(engine.db, wallet, engine.now())) };
    },
  );

  app.post(
    '/api/staking/stake',
    {
      schema: {
        summary: 'Stake available SYNX',
        tags,
        body: stakeRequestSchema,
        response: { 200: stakeResponseSchema, ...errors },
      },
    },
    async (request) => {
      const wallet = parseWallet(request.body.walletAddress);
      await app.sessions.requireWallet(request, wallet);
      await app.limits.walletWrite(request, wallet);
      const amount = parseDecimal(String(request.body.amount), SYNX_DECIMALS);
      if (amount === null || amount <= 0n || amount >= LARGEST) throw new ApiFailure('invalid_amount');
      const outcome = await stake(engine.db, wallet, amount, engine.now());
      if (!outcome.ok) throw new ApiFailure(outcome.code);
      return { amount: synx(amount), stakedBalance: synx(outcome.staked), availableToStake: synx(outcome.available) };
    },
  );
};
