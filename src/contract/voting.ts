import { z } from 'zod';
import { chainIdSchema, walletAddressSchema } from './shapes.ts';
import { localeSchema } from './texts.ts';

const isoTime = z.string().describe('ISO 8601');
export const proposalIdSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of a proposal');
const choiceSchema = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of a choice');

export const PROPOSAL_STATUSES = ['announced', 'open', 'closed'] as const;

export const proposalSchema = z.object({
  id: proposalIdSchema,
  status: z.enum(PROPOSAL_STATUSES),
  opensAt: isoTime,
  closesAt: isoTime,
  locale: localeSchema.describe('Language of the texts: the requested one, or English'),
  title: z.string(),
  summary: z.string(),
  choices: z.array(z.object({ id: choiceSchema, label: z.string(), votes: z.number().int() })),
  turnout: z.number().int().describe('Wallets that voted'),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalsQuerySchema = z.object({ locale: localeSchema.optional() });
export const proposalsResponseSchema = z.object({ proposals: z.array(proposalSchema) });
export type ProposalsResponse = z.infer<typeof proposalsResponseSchema>;

const signatureSchema = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})+$/)
  .max(8194)
  .describe('personal_sign, or ERC-1271 bytes');

/** A publicly verifiable vote: the signed text and its signature. */
export const signedVoteSchema = z.object({
  id: z.string(),
  walletAddress: walletAddressSchema,
  proposalId: proposalIdSchema,
  choice: choiceSchema,
  message: z.string(),
  signature: signatureSchema,
  signer: z.enum(['account', 'contract']).describe('contract: ERC-1271, on the chain the message names'),
  createdAt: isoTime,
});
export type SignedVote = z.infer<typeof signedVoteSchema>;

export const VOTES_PAGE = 200;
export const proposalQuerySchema = proposalsQuerySchema.extend({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('Votes with a higher id'),
});
/** One proposal with a page of the votes that count, oldest first. */
export const proposalResponseSchema = proposalSchema.extend({
  votes: z.array(signedVoteSchema),
  next: z.number().int().nullable().describe('`after` of the next page; null on the last'),
});

export const VOTES_LISTED = 5_000;
export const votesQuerySchema = z.object({ wallet: walletAddressSchema.optional().describe('Only the votes of one') });
export const votesResponseSchema = z
  .array(
    z.object({
      walletAddress: walletAddressSchema,
      proposalId: proposalIdSchema,
      choice: choiceSchema,
      createdAt: isoTime,
    }),
  )
  .max(VOTES_LISTED)
  .describe('Newest first');
export type Votes = z.infer<typeof votesResponseSchema>;

/** The signed text is voteText() of lib/text/vote-text.ts, with the nonce of GET /api/wallet/nonce and its expiry. */
export const voteRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  proposalId: proposalIdSchema,
  choice: choiceSchema,
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  signature: signatureSchema,
  chainId: chainIdSchema.default(1).describe('The chain on which a contract wallet verifies the signature'),
});
export type VoteRequest = z.input<typeof voteRequestSchema>;
export const voteResponseSchema = z.object({ message: z.string(), vote: signedVoteSchema });
export type VoteResponse = z.infer<typeof voteResponseSchema>;

export const castVotesResponseSchema = z.object({
  walletAddress: walletAddressSchema,
  votes: z.array(signedVoteSchema.extend({ closesAt: isoTime.nullable(), changeable: z.boolean() })),
});
export type CastVotes = z.infer<typeof castVotesResponseSchema>;
