/** What the developer's server makes fail on demand: its API, and its way to the chains. */
export const OUTAGES = ['api', 'rpc'] as const;
export type Outage = (typeof OUTAGES)[number];

/** Seconds that each outage still lasts; 0 for none. */
export type RehearsalState = Readonly<Record<Outage, number>>;

/** How long an outage lasts unless it is ended, in seconds: shorter than a price stays fresh. */
export const OUTAGE_SECONDS = 30;
