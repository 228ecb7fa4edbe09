import type { Texts } from '#src/i18n/namespace.ts';

/** The data of the tokenomics for its script. */
export interface TokenomicsData {
  readonly texts: Texts<'tokenomics'>;
  /** Texts of other parts of the site: how much of a phase is sold, and which price counts in the end. */
  readonly words: Readonly<Record<'sold' | 'soldLess' | 'note', string>>;
  readonly tag: string;
  /** The supply in whole SYNX. */
  readonly supply: string;
  readonly goalUsd: string;
}
