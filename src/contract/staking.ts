import { z } from 'zod';
import { decimalSchema, walletAddressSchema } from './shapes.ts';

export const stakingBalanceResponseSchema = z.object({
  stakedBalance: decimalSchema.describe('SYNX'),
  availableToStake: decimalSchema.describe('SYNX credited and not staked'),
});
export type StakingBalance = z.infer<typeof stakingBalanceResponseSchema>;

export const stakingStatsResponseSchema = z.object({ totalStaked: decimalSchema.describe('SYNX of all wallets') });
export type StakingStats = z.infer<typeof stakingStatsResponseSchema>;

export const stakingRewardsResponseSchema = z.object({ currentRewards: decimalSchema.describe('SYNX accrued') });
export type StakingRewards = z.infer<typeof stakingRewardsResponseSchema>;

export const stakeRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  amount: z
    .union([z.string().max(80), z.number()])
    .describe('SYNX: one or more, or all that is left; the site sends the full available amount'),
});

export const stakeResponseSchema = stakingBalanceResponseSchema.extend({
  amount: decimalSchema.describe('SYNX just staked'),
});
