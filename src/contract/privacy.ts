import { z } from 'zod';
import { historyResponseSchema, REASON_CODES, SUBMISSION_STATUSES } from './airdrop.ts';
import { walletAddressSchema } from './shapes.ts';
import { signedVoteSchema } from './voting.ts';

const isoTime = z.string().describe('ISO 8601');

export const privacyRequestSchema = z.object({ walletAddress: walletAddressSchema });

const decidedTextSchema = z.object({
  text: z.string(),
  state: z.string(),
  answer: z.string().nullable(),
  createdAt: isoTime,
});

export const privacyExportResponseSchema = z.object({
  walletAddress: walletAddressSchema,
  exportedAt: isoTime,
  sessions: z.array(
    z.object({ openedAt: isoTime, expiresAt: isoTime, connectionMethod: z.string().nullable(), proven: z.boolean() }),
  ),
  firstProvenAt: isoTime.nullable().describe('When a signature first proved the wallet’s owner; kept'),
  corrections: z
    .array(z.object({ tokens: z.string().describe('SYNX; negative if they were taken'), correctedAt: isoTime }))
    .describe('Corrections of its balance by two members of staff'),
  destinations: z.array(z.object({ address: z.string(), namedAt: isoTime })).describe('Addresses named for the claim'),
  networks: z
    .array(z.object({ seenAt: isoTime }))
    .describe('Internet addresses are kept as salted hashes, for 30 days at most'),
  submissions: z.array(
    z.object({
      id: z.string(),
      mission: z.string(),
      account: z.string().nullable(),
      link: z.string().nullable(),
      status: z.enum(SUBMISSION_STATUSES),
      reasonCode: z.enum(REASON_CODES).nullable(),
      note: z.string().nullable(),
      submittedAt: isoTime,
      decidedAt: isoTime.nullable(),
    }),
  ),
  appeals: z.array(decidedTextSchema),
  objections: z.array(decidedTextSchema).describe('To the draft list of who receives what'),
  checkIns: z.array(z.object({ day: z.string(), streak: z.number().int() })),
  points: historyResponseSchema.shape.entries,
  referral: z.object({
    code: z.string().nullable(),
    appliedAt: isoTime.nullable().describe('When this wallet applied a code'),
    invited: z.number().int(),
  }),
  votes: z.array(signedVoteSchema),
  payments: z.string().describe('Where the wallet’s payments, stakes and balances are available'),
});
export type PrivacyExport = z.infer<typeof privacyExportResponseSchema>;

export const privacyDeleteResponseSchema = z.object({
  deleted: z
    .object({
      accounts: z.number().int().describe('X and YouTube names and links of submissions'),
      pendingSubmissions: z.number().int(),
      appealTexts: z.number().int(),
      objectionTexts: z.number().int(),
      networks: z.number().int(),
      sessions: z.number().int().describe('Including this one: connect the wallet again to continue'),
    })
    .describe('Deleted rows or fields'),
  kept: z
    .array(z.enum(['payments', 'points', 'votes', 'referrals']))
    .describe('Records that others rely on; the privacy notice says for how long'),
});
export type PrivacyDelete = z.infer<typeof privacyDeleteResponseSchema>;
