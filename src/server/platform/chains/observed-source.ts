import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';

/** One call to a source that has ended. */
export interface SourceCall {
  readonly chainId: ChainId;
  /** Its position in RPC_URL_*, from 1. */
  readonly position: number;
  readonly method: string;
  readonly seconds: number;
  readonly failed: boolean;
}

export type SourceObserver = (call: SourceCall) => void;

/** A source that reports its calls when they end. */
export function observedSource(
  source: RpcReader,
  chainId: ChainId,
  position: number,
  observe: SourceObserver,
): RpcReader {
  return {
    request: async (call) => {
      const begun = performance.now();
      let failed = true;
      try {
        const answer = await source.request(call);
        failed = false;
        return answer;
      } finally {
        observe({ chainId, position, method: call.method, seconds: (performance.now() - begun) / 1000, failed });
      }
    },
  };
}
