import type { ChainId } from '#src/config/chains.ts';
import type { Texts } from '#src/i18n/namespace.ts';

/** What the build hands to the recount of the sale. */
export interface RecountData {
  readonly texts: Texts<'recount'>;
  /** BCP-47 tag for numbers. */
  readonly tag: string;
  readonly presaleAddress: string;
  readonly trackPath: string;
  /** Where each chain is asked. */
  readonly sources: readonly { readonly chainId: ChainId; readonly name: string; readonly url: string }[];
}
