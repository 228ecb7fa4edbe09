import type { Texts } from '#src/i18n/namespace.ts';

export interface CardProps {
  readonly texts: Texts<'presale' | 'wallet' | 'site' | 'error'>;
  /** BCP-47 tag for numbers. */
  readonly tag: string;
  readonly stakingPath: string;
  readonly trackPath: string;
  /** The terms in force: their version, and their page in the page's language. */
  readonly terms: { readonly version: string; readonly path: string };
  /** Null switches the giveaway off: its address is configuration. */
  readonly giveawayUrl: string | null;
}
