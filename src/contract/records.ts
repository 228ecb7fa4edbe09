import { z } from 'zod';
import { MISSION_IDS, type MissionId } from '#src/config/missions.ts';
import { POINT_REASONS } from './airdrop.ts';
import {
  allocationBasisSchema,
  amountsSchema,
  fundedSchema,
  namedSchema,
  unfundedSchema,
  unnamedSchema,
} from './allocation.ts';
import { chainIdSchema, commitSchema, decimalSchema, transactionHashSchema, walletAddressSchema } from './shapes.ts';
import { signatureFields } from './signature.ts';
import { signedVoteSchema } from './voting.ts';

/** docs/records.md describes every field. */
export const RECORD_KINDS = ['allocation', 'news', 'points', 'purchases', 'stakes', 'votes'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const isoTime = z.string().describe('ISO 8601');
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const baseUnits = z.string().regex(/^\d+$/);

/** A credit, with every input of its computation. */
export const creditedSchema = z.strictObject({
  payment: z.string().describe('Its id, as in receipts'),
  sequence: z.number().int().describe('Ledger event of this payment'),
  wallet: walletAddressSchema,
  chainId: chainIdSchema,
  transactionHash: transactionHashSchema,
  transferIndex: z.number().int().min(-1),
  blockNumber: z.number().int().nullable(),
  blockHash: z.string().nullable(),
  blockTime: isoTime.nullable(),
  token: z.string(),
  tokenAddress: walletAddressSchema.nullable(),
  decimals: z.number().int(),
  amount: baseUnits,
  coinPrice: decimalSchema.nullable(),
  feedRound: z.string().nullable(),
  usd: decimalSchema.nullable().describe('USD of the credited part; null where it was reversed before records began'),
  price: decimalSchema.nullable(),
  phase: z.number().int().nullable(),
  allotment: z.array(z.strictObject({ phase: z.number().int(), price: decimalSchema, tokens: decimalSchema })),
  tokens: decimalSchema.describe('Whole SYNX'),
});
export type Credited = z.infer<typeof creditedSchema>;

export const reversedSchema = creditedSchema
  .pick({ payment: true, sequence: true, wallet: true, usd: true, tokens: true })
  .describe('The block of the payment left the chain');
export type Reversed = z.infer<typeof reversedSchema>;

export const correctedSchema = z
  .strictObject({
    correction: z.number().int(),
    wallet: walletAddressSchema,
    tokens: z
      .string()
      .regex(/^-?\d{1,40}(\.\d{1,9})?$/)
      .describe('SYNX that two of our staff gave the wallet; negative if they were taken'),
    payment: z.string().nullable().describe('The payment whose tokens went to another wallet; otherwise null'),
  })
  .describe('A change of the ledger without a payment');
export type Corrected = z.infer<typeof correctedSchema>;

export const refundedSchema = z
  .strictObject({
    refund: z.number().int(),
    payment: z.string().describe('The payment refunded, in whole or in part'),
    wallet: walletAddressSchema,
    usd: decimalSchema.describe('Its value when it fell due'),
    chainId: chainIdSchema,
    transactionHash: transactionHashSchema.describe('The refund’s transaction, on the chain of the payment'),
  })
  .describe('A refund was paid');
export type Refunded = z.infer<typeof refundedSchema>;

export const recordedRateSchema = z
  .strictObject({
    rate: decimalSchema.describe('Percent per year, simple, until the next one'),
    since: isoTime.describe('ISO 8601, a whole second'),
  })
  .describe('A rate of staking came into force');
export type RecordedRate = z.infer<typeof recordedRateSchema>;

export const recordedStakeSchema = z
  .strictObject({
    transfer: z.number().int().describe('Its transfer in the ledger; a later one has a higher number'),
    wallet: walletAddressSchema,
    tokens: decimalSchema.describe('SYNX that were staked, or whose stake was undone'),
    since: isoTime,
    lots: z
      .array(z.strictObject({ index: baseUnits, tokens: decimalSchema }))
      .describe('The reward index from which the tokens earn, or earned'),
  })
  .describe('Undone with the payment behind it: latest lots first, which then never earned anything');
export type RecordedStake = z.infer<typeof recordedStakeSchema>;

export const recordedPointsSchema = z.strictObject({
  entry: z.number().int().describe('Its number in the ledger of points'),
  wallet: walletAddressSchema,
  mission: z.enum(MISSION_IDS as [MissionId, ...MissionId[]]),
  reason: z.enum(POINT_REASONS),
  points: z.number().int(),
  source: hashSchema.describe('Keyed commitment to what they are for, such as a name or an invited wallet'),
});
export const undonePointsSchema = recordedPointsSchema
  .extend({ reverses: z.number().int().describe('The entry that this one reverses') })
  .describe('Points were taken back');
export type RecordedPoints = z.infer<typeof recordedPointsSchema> & { readonly reverses?: number };

export const recordedVoteSchema = z.strictObject(signedVoteSchema.omit({ createdAt: true }).shape);
export type RecordedVote = z.infer<typeof recordedVoteSchema>;

export const draftedSchema = z
  .strictObject({ ...allocationBasisSchema.shape, objectionsUntil: isoTime })
  .describe('A list was drafted: wallets can object to it');
export const changedSchema = z
  .strictObject({
    ...allocationBasisSchema.shape,
    wallet: walletAddressSchema,
    before: amountsSchema.nullable(),
    after: amountsSchema,
    reason: z.string(),
  })
  .describe('Two of our staff changed an entry of the draft');
export const withdrawnSchema = z
  .strictObject({ batch: z.number().int(), reason: z.string() })
  .describe('A draft was withdrawn: nothing is owed by it');
export const withheldSchema = z
  .strictObject({ wallet: walletAddressSchema, reason: z.string() })
  .describe('Two of our staff keep this wallet off the lists; its amounts stay in the books');
export const releasedSchema = withheldSchema.describe('They keep it off no longer');
export const finalSchema = allocationBasisSchema
  .pick({ batch: true, chainId: true, opensAt: true, root: true, listHash: true, wallets: true, totals: true })
  .describe('A list became final: the second of two of our staff had computed its root');

const price = { phase: z.number().int(), price: decimalSchema.describe('USD per SYNX') };
const window = { ...price, window: z.number().int() };

/** The entries of the system log, by code and values; the site has a sentence for each. */
export const NEWS_DATA = {
  'sale-opened': z.strictObject(window),
  'phase-changed': z.strictObject(window),
  'window-restarted': z.strictObject({ ...window, since: isoTime }),
  'sale-closed': z.strictObject(price),
  'rate-changed': z.strictObject({ rate: decimalSchema.describe('Percent per year, simple') }),
  'facts-changed': z.strictObject({ facts: z.array(z.string()), more: z.number().int() }),
  'build-released': z.strictObject({ version: z.string(), build: z.string() }),
  'build-withdrawn': z.strictObject({ commit: commitSchema }),
  'build-reinstated': z.strictObject({ commit: commitSchema }),
  'incident-opened': z.strictObject({ incident: z.string(), chainId: chainIdSchema.nullable() }),
  'incident-closed': z.strictObject({ incident: z.string(), chainId: chainIdSchema.nullable(), since: isoTime }),
} as const;
export type NewsEvent = keyof typeof NEWS_DATA;
export type NewsData<Event extends NewsEvent> = z.infer<(typeof NEWS_DATA)[Event]>;

/** The alarms that visitors hear of; others concern single payments or are internal. */
export const INCIDENTS = {
  'ledger-broken': 'books',
  'records-broken': 'records',
  'contract-mismatch': 'token',
} as const;
export type Incident = (typeof INCIDENTS)[keyof typeof INCIDENTS];

const head = {
  type: z.literal('synx-record'),
  version: z.literal(1),
  number: z.number().int().min(1),
  at: isoTime,
  previous: hashSchema.describe('Hash of the previous record; 64 zeros in the first'),
};
const recordOf = <Kind extends RecordKind, Event extends string, Data extends z.ZodType>(
  kind: Kind,
  event: Event,
  data: Data,
) => z.strictObject({ ...head, kind: z.literal(kind), event: z.literal(event), data });

const newsRecords = Object.entries(NEWS_DATA).map(([event, data]) => recordOf('news', event as NewsEvent, data));
export const recordSchema = z.union([
  recordOf('allocation', 'draft', draftedSchema),
  recordOf('allocation', 'changed', changedSchema),
  recordOf('allocation', 'withheld', withheldSchema),
  recordOf('allocation', 'released', releasedSchema),
  recordOf('allocation', 'withdrawn', withdrawnSchema),
  recordOf('allocation', 'final', finalSchema),
  recordOf('allocation', 'named', namedSchema),
  recordOf('allocation', 'unnamed', unnamedSchema),
  recordOf('allocation', 'funded', fundedSchema),
  recordOf('allocation', 'unfunded', unfundedSchema),
  recordOf('purchases', 'credited', creditedSchema),
  recordOf('purchases', 'reversed', reversedSchema),
  recordOf('purchases', 'corrected', correctedSchema),
  recordOf('purchases', 'refunded', refundedSchema),
  recordOf('stakes', 'rate', recordedRateSchema),
  recordOf('stakes', 'staked', recordedStakeSchema),
  recordOf('stakes', 'unstaked', recordedStakeSchema),
  recordOf('points', 'appended', recordedPointsSchema),
  recordOf('points', 'undone', undonePointsSchema),
  recordOf('votes', 'vote', recordedVoteSchema),
  ...newsRecords,
]);
export type PublicRecord = z.infer<typeof recordSchema>;

export const hashedRecordSchema = z.strictObject({
  hash: hashSchema.describe('SHA-256 of 0x00 and the canonical JSON of `record`'),
  record: recordSchema,
});
export type PublishedRecord = z.infer<typeof hashedRecordSchema>;

export const recordKindSchema = z.enum(RECORD_KINDS);
export const recordsQuerySchema = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe('Records with a higher number'),
  wallet: walletAddressSchema.optional().describe('Only those of one wallet'),
});
/** A page ends after this many records, or before it exceeds this many bytes of them; readers refuse shorter ones. */
export const RECORDS_PAGE = 60;
export const RECORDS_PAGE_BYTES = 56_000;
export const recordsResponseSchema = z.object({
  kind: recordKindSchema,
  total: z.number().int().describe('Number of the last record'),
  head: hashSchema.describe('Hash of the last record'),
  next: z.number().int().nullable().describe('`after` of the next page; null on the last'),
  records: z.array(hashedRecordSchema),
});
export type RecordsPage = z.infer<typeof recordsResponseSchema>;

export const recordRootSchema = z.strictObject({
  type: z.literal('synx-record-root'),
  version: z.literal(1),
  kind: recordKindSchema,
  day: z.iso.date().describe('UTC'),
  first: z.number().int().describe('Number of its first record'),
  last: z.number().int(),
  root: hashSchema.describe('Merkle root (RFC 6962) over the hashes of the records of that day'),
  head: hashSchema.describe('Hash of the last of them'),
});
export type RecordRoot = z.infer<typeof recordRootSchema>;
export const signedRootSchema = z.strictObject({ payload: recordRootSchema, ...signatureFields });
export type SignedRoot = z.infer<typeof signedRootSchema>;

/** A page that others follow has at least half as many, or readers refuse it. */
export const ROOTS_PAGE = 60;
export const rootsQuerySchema = z.object({ before: z.iso.date().optional().describe('Only days before this one') });
export const rootsResponseSchema = z.object({
  roots: z.array(signedRootSchema).describe('Newest day first'),
  next: z.iso.date().nullable().describe('`before` of the next page; null on the last'),
});
export type RootsPage = z.infer<typeof rootsResponseSchema>;

/** A record by its kind and number. */
export const NUMBERED_RECORD = new RegExp(`^(${RECORD_KINDS.join('|')})-([1-9]\\d{0,14})$`);
/** `purchases-17`, or a payment (`1-0x…-coin`), or a vote (`vote-3`). */
export const recordIdSchema = z
  .string()
  .max(100)
  .regex(new RegExp(`${NUMBERED_RECORD.source}|^vote-[1-9]\\d{0,14}$|^[1-9]\\d{0,9}-0x[0-9a-f]{64}-(?:coin|\\d{1,6})$`))
  .describe('purchases-17, or the id of a payment as in its receipt, or vote-3');
export const PROOFS_SHOWN = 10;
export const recordProofSchema = z.object({
  hash: hashSchema,
  record: recordSchema,
  index: z.number().int().describe('Its place among the records of its day, from 0'),
  size: z.number().int().describe('Records of that day'),
  path: z.array(hashSchema).max(64).describe('What it is hashed with, from the bottom up, to reach the root'),
  root: signedRootSchema.nullable().describe('null until the day is over; then index, size and path count'),
});
export type RecordProof = z.infer<typeof recordProofSchema>;
export const proofResponseSchema = z.object({
  proofs: z
    .array(recordProofSchema)
    .max(PROOFS_SHOWN)
    .describe('Every record about it, including the latest one, oldest first'),
});
export type ProofResponse = z.infer<typeof proofResponseSchema>;

export const NEWS_SHOWN = 40;
export const newsResponseSchema = z.object({
  entries: z
    .array(
      z.object({
        number: z.number().int(),
        at: isoTime,
        event: z.enum(Object.keys(NEWS_DATA) as [NewsEvent, ...NewsEvent[]]),
        data: z.union(Object.values(NEWS_DATA)),
      }),
    )
    .max(NEWS_SHOWN)
    .describe('Newest first; GET /api/records/news has all of them'),
  total: z.number().int(),
});
export type News = z.infer<typeof newsResponseSchema>;
