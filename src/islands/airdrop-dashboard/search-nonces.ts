import type { Challenge, HumanToken } from '#src/lib/airdrop/human-check.ts';
import type { WorkOrder } from './solve-work.worker.ts';

type Kind = HumanToken['kind'];

export interface NonceSearch {
  /** The nonces for a kind of token; asking for another kind ends the first search, which then never settles. */
  nonces(kind: Kind): Promise<string>;
  stop(): void;
}

/** Searches for the nonces of a challenge in a worker, so that the page stays responsive. */
export function searchNonces(challenge: Challenge, wallet: string): NonceSearch {
  let worker: Worker | undefined;
  let current: { readonly kind: Kind; readonly nonces: Promise<string> } | undefined;
  const search = (kind: Kind) =>
    new Promise<string>((resolve, reject) => {
      worker?.terminate();
      worker = new Worker(new URL('./solve-work.worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<string>) => {
        worker?.terminate();
        resolve(data);
      };
      worker.onerror = ({ message }) => reject(new Error(`the human check's worker failed: ${message}`));
      worker.postMessage({ challenge, wallet, kind } satisfies WorkOrder);
    });
  return {
    nonces(kind) {
      if (current?.kind !== kind) current = { kind, nonces: search(kind) };
      return current.nonces;
    },
    stop: () => worker?.terminate(),
  };
}
