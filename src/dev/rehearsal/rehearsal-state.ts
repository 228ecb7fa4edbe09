/** What fails on demand: the API, the connection to the chains, the age of prices, the movement of heads. */
export const OUTAGES = ['api', 'rpc', 'prices', 'heads'] as const;
export type Outage = (typeof OUTAGES)[number];

/** The remaining seconds of each outage; 0 for none. */
export type RehearsalState = Readonly<Record<Outage, number>>;

/** The length of an outage unless it is ended earlier, in seconds: prices grow too old to sell at meanwhile. */
export const OUTAGE_SECONDS = 90;

/** Milliseconds without a new block after which a rehearsal's chain counts as stalled: its blocks come every 15 s. */
export const REHEARSAL_STALL_MS = 40_000;
