import { z } from 'zod';
import { OBJECTION_LENGTH } from '#src/config/objection-length.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { chainIdSchema, decimalSchema, walletAddressSchema } from './shapes.ts';
import { signatureFields } from './signature.ts';

const isoTime = z.string().describe('ISO 8601');
const baseUnitsSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,19})$/)
  .describe('1e-9 SYNX');
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const rootSchema = z.string().regex(/^0x[0-9a-f]{64}$/);
export const lowerAddressSchema = z.string().regex(/^0x[0-9a-f]{40}$/);

export const amountsSchema = z.strictObject({
  bought: baseUnitsSchema,
  staked: baseUnitsSchema,
  rewards: baseUnitsSchema,
  airdrop: baseUnitsSchema,
});
export type Amounts = z.infer<typeof amountsSchema>;

const scheduleSchema = z.strictObject({ kind: z.enum(AMOUNT_KINDS), start: isoTime, end: isoTime });

export const ALLOCATION_STATES = ['none', 'closed', 'draft', 'withdrawn', 'final'] as const;

/** The state of the latest batch; `closed` means that the sale is over and nothing is drafted. */
export const allocationResponseSchema = z.object({
  state: z.enum(ALLOCATION_STATES),
  batch: z.number().int().min(1).nullable(),
  chainId: chainIdSchema.nullable().describe('The chain on which tokens are claimed; null while nobody has decided it'),
  opensAt: isoTime.nullable(),
  root: rootSchema.nullable(),
  listHash: rootSchema.nullable().describe('SHA-256 of list.txt'),
  wallets: z.number().int().describe('Lines of the list'),
  total: baseUnitsSchema,
  totals: amountsSchema,
  schedules: z.array(scheduleSchema).max(AMOUNT_KINDS.length).describe('Empty without a batch'),
  draftedAt: isoTime.nullable(),
  objectionsUntil: isoTime.nullable(),
  finalAt: isoTime.nullable(),
  withdrawnAt: isoTime.nullable(),
  withdrawnReason: z.string().nullable(),
  distributor: z
    .object({
      token: lowerAddressSchema,
      claims: lowerAddressSchema,
      deployedAt: isoTime.nullable(),
      fundedAt: isoTime.nullable(),
      fundedTx: rootSchema.nullable(),
    })
    .nullable()
    .describe('Only once everything on chain agrees with the list'),
});
export type AllocationView = z.infer<typeof allocationResponseSchema>;

/** Why a wallet is not on the list although it is owed something. */
export const SET_ASIDE_CLASSES = ['waiting', 'withheld'] as const;
export type SetAsideClass = (typeof SET_ASIDE_CLASSES)[number];

export const OBJECTION_STATES = ['open', 'granted', 'declined'] as const;
const objectionSchema = z.object({
  state: z.enum(OBJECTION_STATES),
  at: isoTime,
  answer: z.string().nullable(),
});

/** A line of the table to which the token's constructor mints the supply. */
const supplyLineSchema = z.strictObject({ purpose: z.string(), address: lowerAddressSchema, amount: baseUnitsSchema });
export type SupplyLine = z.infer<typeof supplyLineSchema>;

/** What the server says, in a public record, of the contract that it has compared with a list. */
export const namedSchema = z
  .strictObject({
    batch: z.number().int(),
    chainId: chainIdSchema,
    token: lowerAddressSchema,
    claims: lowerAddressSchema,
    supply: z.array(supplyLineSchema).describe('To whom the token was minted, in this order'),
    auditReport: hashSchema.describe('SHA-256 of the report'),
  })
  .describe('Our server has compared token and contract with the list, and names them');
export const unnamedSchema = z
  .strictObject({ batch: z.number().int(), claims: lowerAddressSchema })
  .describe('Our server names this contract no longer: it was withdrawn, or something differs');
export const fundedSchema = z
  .strictObject({
    batch: z.number().int(),
    claims: lowerAddressSchema,
    blockNumber: z.number().int(),
    blockHash: rootSchema,
    transaction: rootSchema.nullable().describe('Its hash; null if no source tells it'),
  })
  .describe('The contract holds all tokens of the list, and nobody can take them back');
export const unfundedSchema = z
  .strictObject({ batch: z.number().int(), claims: lowerAddressSchema })
  .describe('The block of the funding left the chain, or the contract differs from its list');

/** What the latest batch says about an address. */
export const allocationEntryResponseSchema = z.object({
  address: lowerAddressSchema,
  entry: amountsSchema.nullable().describe('null if the list does not have it'),
  setAside: z
    .object({
      class: z.enum(SET_ASIDE_CLASSES),
      amount: baseUnitsSchema.describe('All four together'),
      reason: z.string(),
      chainId: z.number().int().nullable(),
    })
    .nullable(),
  objection: objectionSchema.nullable().describe('The latest one'),
});
export type AllocationEntryView = z.infer<typeof allocationEntryResponseSchema>;

export const objectionRequestSchema = z.object({
  walletAddress: walletAddressSchema,
  text: z.string().trim().min(1).max(OBJECTION_LENGTH),
});
export const objectionResponseSchema = z.object({ objection: objectionSchema });

const headSchema = z.strictObject({ number: z.number().int().min(0), hash: hashSchema });
/** The last records that a list counts. */
const recordMarksSchema = z.strictObject({ purchases: headSchema, stakes: headSchema, points: headSchema });
export type RecordMarks = z.infer<typeof recordMarksSchema>;

const setAsideSumSchema = z.strictObject({
  class: z.enum(SET_ASIDE_CLASSES),
  reason: z.string(),
  wallets: z.number().int(),
  total: baseUnitsSchema,
});

/** Everything from which a list follows, besides the public records that it counts. */
export const allocationBasisSchema = z.strictObject({
  batch: z.number().int().min(1),
  chainId: chainIdSchema,
  snapshotAt: isoTime.describe('When the books were read: a whole second'),
  opensAt: isoTime,
  generatedAt: isoTime.nullable().describe('When the token came into being; null while nobody has recorded it'),
  airdropPool: baseUnitsSchema,
  rewardsPool: baseUnitsSchema,
  records: recordMarksSchema,
  root: rootSchema,
  listHash: rootSchema,
  wallets: z.number().int(),
  totals: amountsSchema,
  unallocated: baseUnitsSchema.describe('What of the airdrop’s pool is in nobody’s share'),
  setAside: z.array(setAsideSumSchema),
  setAsideHash: rootSchema.describe('SHA-256 of set-aside.txt'),
});
export type AllocationBasis = z.infer<typeof allocationBasisSchema>;

/** manifest.json of a published batch, signed as receipts are. */
export const manifestSchema = z.strictObject({
  payload: z.strictObject({
    type: z.literal('synx-allocation'),
    version: z.literal(1),
    state: z.enum(['draft', 'final']),
    ...allocationBasisSchema.shape,
    schedules: z.array(scheduleSchema),
    shardDigits: z.number().int().min(0).max(3),
    ledger: z
      .string()
      .describe('The mark of the ledger before the handover, as npm run staff -- verify-ledger prints it'),
    rates: z.array(z.strictObject({ since: isoTime, rate: decimalSchema })).describe('Percent per year'),
    token: lowerAddressSchema.nullable(),
    claims: lowerAddressSchema.nullable(),
    claimFile: rootSchema.nullable().describe('SHA-256 of claim.html, if there is one'),
  }),
  ...signatureFields,
});
export type ManifestPayload = z.infer<typeof manifestSchema>['payload'];
