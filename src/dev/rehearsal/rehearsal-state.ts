/** The parts that the developer's server makes fail on demand: its API, and its connection to the chains. */
export const OUTAGES = ['api', 'rpc'] as const;
export type Outage = (typeof OUTAGES)[number];

/** The remaining seconds of each outage; 0 for none. */
export type RehearsalState = Readonly<Record<Outage, number>>;

/** The length of an outage unless it is ended earlier, in seconds: prices grow too old to sell at meanwhile. */
export const OUTAGE_SECONDS = 90;
