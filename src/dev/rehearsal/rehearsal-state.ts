/**
 * What fails on demand: the API, the connection to the chains, the age of prices, the movement of heads, the files of
 * a published list, and the contract that the API names.
 */
export const OUTAGES = ['api', 'rpc', 'prices', 'heads', 'shard', 'contract'] as const;
export type Outage = (typeof OUTAGES)[number];

/** The remaining seconds of each outage; 0 for none. */
export type RehearsalState = Readonly<Record<Outage, number>>;

/** The length of an outage unless it is ended earlier, in seconds: prices grow too old to sell at meanwhile. */
export const OUTAGE_SECONDS = 90;

/** Milliseconds without a new block after which a rehearsal's chain counts as stalled: its blocks come every 15 s. */
export const REHEARSAL_STALL_MS = 40_000;

/** The steps from a running sale to tokens in a wallet, in their order. */
export const HANDOVER_STEPS = ['end', 'draft', 'objections', 'approve', 'deploy', 'fund', 'opening', 'month'] as const;
/** What can go otherwise with them. */
export const HANDOVER_FAULTS = ['withdraw', 'wrongTyped', 'wrongRoot', 'short', 'stranger'] as const;
export type HandoverStep = (typeof HANDOVER_STEPS | typeof HANDOVER_FAULTS)[number];

/** The outcome of a step; all texts in English, as at the desk. */
export interface StepOutcome {
  readonly said: readonly string[];
  /** Why it was not done. */
  readonly refused?: string;
  /** What is in the way of a draft. */
  readonly unmet?: readonly { readonly what: string; readonly found: string | null; readonly remedy: string }[];
}
