import type { Distributor } from '#src/config/distributor.ts';
import type { Texts } from '#src/i18n/namespace.ts';

/** The build's data for the page of the claim. */
export interface ClaimData {
  readonly texts: Texts<'claim'>;
  /** Texts of other parts of the site. */
  readonly words: Readonly<Record<'connect' | 'network' | 'switch' | 'explorer' | 'withdrawn', string>>;
  /** BCP-47 tag for numbers and times. */
  readonly tag: string;
  readonly distributor: Distributor;
  /** Whether the build has a bridge, by which a phone can connect. */
  readonly bridge: boolean;
}
