import type { ChainId } from '#src/config/chains.ts';
import type { Texts } from '#src/i18n/namespace.ts';

/** The build's data for the recount of the sale. */
export interface RecountData {
  readonly texts: Texts<'recount'>;
  /** The site's name of the dollars raised. */
  readonly raised: string;
  readonly tag: string;
  readonly presaleAddress: string;
  readonly trackPath: string;
  /** The node of each chain. */
  readonly sources: readonly { readonly chainId: ChainId; readonly name: string; readonly url: string }[];
}
