import { z } from 'zod';
import { scheduleEntrySchema } from './schedule.ts';
import { chainIdSchema, commitSchema, decimalSchema, walletAddressSchema } from './shapes.ts';

export const WALLET_PROOF_MODES = ['off', 'sensitive', 'all'] as const;

const reachableSchema = z
  .boolean()
  .describe('False while it cannot be read, or has had no new block for three minutes');

export const configResponseSchema = z.object({
  currentPhase: z.number().int(),
  amountRaised: decimalSchema.describe('USD; the same number as totalRaised'),
  goalRaise: decimalSchema.describe('USD'),
  progressPercent: z.number().describe('amountRaised ÷ goalRaise × 100, two decimals'),
  tokenPrice: decimalSchema.describe('USD per SYNX'),
  debugMode: z.boolean(),
  stakingApy: decimalSchema.optional().describe('Percent per year, simple'),
  socialSharePendingMessage: z.string().optional(),
  presaleAddress: walletAddressSchema.describe('The recipient of payments; must equal the one compiled into the site'),
  walletProof: z.enum(WALLET_PROOF_MODES),
  rehearsal: z.boolean().describe('True on local chains, where coins are worthless'),
  chains: z.array(z.object({ chainId: chainIdSchema, sources: z.number().int(), reachable: reachableSchema })),
  withdrawnBuilds: z
    .array(commitSchema)
    .describe('Withdrawn builds, by the commit of their source: a page of one of them sells nothing'),
  schedule: z.array(scheduleEntrySchema).describe('The dates that holders wait for, in their current state'),
});
export type SiteConfig = z.infer<typeof configResponseSchema>;

export const healthResponseSchema = z.object({
  status: z.literal('ok'),
  version: z.string(),
  uptimeSeconds: z.number(),
});
export const readyResponseSchema = z.object({
  status: z.enum(['ready', 'degraded', 'unready']),
  database: z.boolean(),
  ledger: z
    .boolean()
    .describe(
      'False while crediting is stopped: an invariant of the ledger was found broken, or no recount has succeeded for too long',
    ),
  alarms: z.number().int().describe('Open alarms above low severity: a person has to look'),
  chains: z.array(
    z.object({ chainId: chainIdSchema, reachable: reachableSchema, lagBlocks: z.number().int().nullable() }),
  ),
});
