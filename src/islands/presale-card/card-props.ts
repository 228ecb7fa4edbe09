import type { Texts } from '#src/i18n/namespace.ts';

export interface CardProps {
  readonly texts: Texts<'presale' | 'wallet' | 'site' | 'error'>;
  /** BCP-47 tag for numbers. */
  readonly tag: string;
  readonly stakingPath: string;
  /** Null hides the giveaway: its address is configuration. */
  readonly giveawayUrl: string | null;
}
