import type { Texts } from '#src/i18n/namespace.ts';

/** The data of the tracking page for its script. */
export interface TrackData {
  readonly texts: Texts<'payment' | 'track' | 'api'>;
  /** Texts of other parts of the site. */
  readonly network: string;
  readonly explorer: string;
  readonly belowMinimum: string;
  readonly tag: string;
  readonly dashboardPath: string;
  readonly receiptPath: string;
}
