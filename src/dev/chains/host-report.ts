import type { ChainId } from '#src/config/chains.ts';
import type { ChainStartCode } from './chain-start-error.ts';

/** The one line that the host of the local chains prints on standard output. */
export type HostReport =
  | { readonly ready: true; readonly chains: readonly { readonly chainId: ChainId; readonly rpcUrl: string }[] }
  | { readonly ready: false; readonly code: ChainStartCode; readonly message: string };
