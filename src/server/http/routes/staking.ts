import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { callsOf } from '#src/contract/errors.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import {
  stakeRequestSchema,
  stakeResponseSchema,
  stakingBalanceResponseSchema,
  stakingRewardsResponseSchema,
  stakingStatsResponseSchema,
} from '#src/contract/staking.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { walletBalances } from '#src/server/money/ledger/accounts.ts';
import { rewardsOf } from '#src/server/money/staking/rewards-of.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { countSubject } from '../caller-limits.ts';
import { publicCall } from './public-read.ts';

const LARGEST = 1n << 62n;

const call = callsOf('staking');

/** Balances, rewards and staking; amounts are decimal strings of SYNX. */
export const stakingRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, options) => {
  await stakingReadRoutes(app, options);
  await stakeRoute(app, options);
};

const stakingReadRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const params = z.object({ wallet: walletAddressSchema });

  publicCall(app, '/api/staking/stats', call('SYNX staked by all wallets', stakingStatsResponseSchema), {
    load: async () => {
      const totals = await context.db
        .selectFrom('reward_totals')
        .select('staked')
        .where('id', '=', 1n)
        .executeTakeFirstOrThrow();
      return { totalStaked: synx(totals.staked) };
    },
    seconds: 1,
    now: context.now,
  });

  app.get(
    '/api/staking/balance/:wallet',
    call('A wallet’s staked and stakeable amounts', stakingBalanceResponseSchema, { params }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const { available, staked } = await walletBalances(context.db, wallet);
      return { stakedBalance: synx(staked), availableToStake: synx(available) };
    },
  );

  app.get(
    '/api/staking/rewards/:wallet',
    call('Rewards a wallet has accrued', stakingRewardsResponseSchema, { params }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      return { currentRewards: synx(await rewardsOf(context.db, wallet, context.now())) };
    },
  );
};

const stakeRoute: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/staking/stake',
    call('Stake available SYNX', stakeResponseSchema, { body: stakeRequestSchema }),
    async (request, reply) => {
      const wallet = parseWallet(request.body.walletAddress);
      await app.sessions.requireWallet(request, wallet);
      await app.limits.walletWrite(request, wallet);
      const amount = parseDecimal(String(request.body.amount), SYNX_DECIMALS);
      if (amount === null || amount <= 0n || amount >= LARGEST) throw new ApiFailure('invalid_amount');
      // We keep its record for ever.
      await countSubject(context, reply, { what: 'stakes-wallet', subject: wallet }, context.env.RATE_LIMIT_MISSIONS);
      const outcome = await stake(context.db, wallet, amount, context.now());
      if (!outcome.ok) throw new ApiFailure(outcome.code, outcome.message);
      return { amount: synx(amount), stakedBalance: synx(outcome.staked), availableToStake: synx(outcome.available) };
    },
  );
};

function synx(amount: bigint): string {
  return formatUnits(amount, SYNX_DECIMALS);
}
