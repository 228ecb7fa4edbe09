import { z } from 'zod';
import { paymentViewSchema } from './payments.ts';
import { scheduleEntrySchema } from './schedule.ts';
import { decimalSchema, walletAddressSchema } from './shapes.ts';

export const stakeViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['stake', 'reversal']).describe('A reversal undoes a stake whose payment left the chain'),
  amount: decimalSchema.describe('SYNX'),
  createdAt: z.string().describe('ISO 8601'),
  unlock: scheduleEntrySchema.omit({ key: true }),
});
export type StakeView = z.infer<typeof stakeViewSchema>;

/** Everything about one wallet, newest first. Lists hold `PURCHASES_SHOWN` entries, exports `EXPORT_ROWS`. */
export const PURCHASES_SHOWN = 50;
export const STAKES_SHOWN = 50;

export const holdingsResponseSchema = z.object({
  wallet: walletAddressSchema.describe('In lower case'),
  asOf: z.string().describe('ISO 8601'),
  tokens: z
    .object({
      purchased: decimalSchema.describe('Credited; staked and available together'),
      staked: decimalSchema,
      availableToStake: decimalSchema,
      estimatedRewards: decimalSchema.describe('Accrued until asOf'),
      locked: decimalSchema.describe('Staked tokens cannot be withdrawn'),
      claimable: decimalSchema.describe('0: what a contract pays, only the contract knows'),
    })
    .describe('SYNX'),
  usd: z.object({
    paid: decimalSchema.describe('For the credited tokens'),
    averagePrice: decimalSchema.nullable().describe('USD per SYNX; null before the first credit'),
    atCurrentPrice: decimalSchema.describe('At the current price of the sale, which is not a market price'),
  }),
  purchases: z.array(paymentViewSchema),
  purchasesTotal: z.number().int(),
  stakes: z.array(stakeViewSchema),
  stakesTotal: z.number().int(),
  termsVersion: z
    .string()
    .nullable()
    .describe('Latest version of the terms accepted with a payment of this wallet in a session that had signed for it'),
  loyalty: z.object({
    percent: z.number().int(),
    freeShipping: z.boolean(),
    nextAt: decimalSchema.nullable().describe('SYNX at which the next step begins; null on the last'),
  }),
  schedule: z.array(scheduleEntrySchema),
  claim: z
    .object({
      chainId: z.number().int().nullable().describe('Where SYNX will be claimed; null while that is undecided'),
      class: z
        .enum(['key', 'contract', 'waiting', 'unknown'])
        .describe(
          'Who has the address there: its key, the contract that paid, perhaps somebody else, or not known yet',
        ),
      contractOn: z.array(z.number().int()).describe('The chains on which the address is a contract'),
      named: z.boolean().describe('Whether its owner has named another address for the claim'),
      destination: walletAddressSchema.nullable().describe('That address, for a session that has proven the wallet'),
    })
    .describe('The address to which its SYNX will go'),
});
export type Holdings = z.infer<typeof holdingsResponseSchema>;

export const leaderboardEntrySchema = z.object({
  rank: z.number().int().describe('Equal amounts share a rank'),
  walletAddress: walletAddressSchema,
  tokens: decimalSchema.describe('SYNX held, staked or not'),
  staked: decimalSchema.describe('SYNX'),
  sharePercent: decimalSchema.describe('Of everything held (or staked) by all wallets, truncated to four decimals'),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntrySchema>;

export const leaderboardQuerySchema = z.object({
  by: z.enum(['holdings', 'staked']).default('holdings'),
  wallet: walletAddressSchema.optional().describe('The wallet whose own row is wanted in addition to the first twenty'),
});
export type LeaderboardBy = z.infer<typeof leaderboardQuerySchema>['by'];

export const LEADERBOARD_SHOWN = 20;

export const leaderboardResponseSchema = z.object({
  by: z.enum(['holdings', 'staked']),
  entries: z.array(leaderboardEntrySchema),
  me: leaderboardEntrySchema.nullable(),
  totalWallets: z.number().int(),
  asOf: z.string().describe('ISO 8601'),
});
export type Leaderboard = z.infer<typeof leaderboardResponseSchema>;

export const holdingsExportSchema = z.object({
  wallet: walletAddressSchema,
  exportedAt: z.string().describe('ISO 8601'),
  purchases: z.array(paymentViewSchema),
  stakes: z.array(stakeViewSchema),
  complete: z.boolean().describe('False where there is more than one answer holds'),
});
