import type { Texts } from '#src/i18n/namespace.ts';
import type { KnownAddress } from '#src/lib/text/compare-address.ts';
import type { Channel } from '#src/lib/text/find-channel.ts';

/** The data of the verification page for its script. */
export interface VerifyData {
  readonly texts: Texts<'verify'>;
  /** The text for an invalid address. */
  readonly invalid: string;
  readonly tag: string;
  readonly channels: readonly Channel[];
  /** The presale address compiled into this build. */
  readonly presale: string | null;
  readonly addresses: readonly KnownAddress[];
}
