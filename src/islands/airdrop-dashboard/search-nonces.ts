import type { Challenge, HumanToken } from '#src/lib/airdrop/human-check.ts';
import type { WorkOrder } from './solve-work.worker.ts';

type Kind = HumanToken['kind'];

export interface NonceSearch {
  /**
   * The nonces for a kind of token; the search begins with the first call. Rejects if the browser cannot run it, and
   * never settles once stopped.
   */
  nonces(kind: Kind): Promise<string>;
  stop(): void;
}

/** Searches for the nonces of a challenge in workers, so that the page stays responsive. */
export function searchNonces(challenge: Challenge, wallet: string): NonceSearch {
  const workers: Worker[] = [];
  const found = new Map<Kind, Promise<string>>();
  const search = (kind: Kind) =>
    new Promise<string>((resolve, reject) => {
      const worker = new Worker(new URL('./solve-work.worker.ts', import.meta.url), { type: 'module' });
      workers.push(worker);
      worker.onmessage = ({ data }: MessageEvent<string>) => {
        worker.terminate();
        resolve(data);
      };
      worker.onerror = ({ message }) => reject(new Error(`the human check's worker failed: ${message}`));
      worker.postMessage({ challenge, wallet, kind } satisfies WorkOrder);
    });
  return {
    nonces(kind) {
      const nonces = found.get(kind) ?? search(kind);
      found.set(kind, nonces);
      return nonces;
    },
    stop() {
      for (const worker of workers) worker.terminate();
    },
  };
}
