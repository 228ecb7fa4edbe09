import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { type LocalChainOptions, startLocalChain } from './local-chain.ts';
import { startPacemaker } from './pacemaker.ts';
import { provision } from './provision.ts';

export interface ChainsOptions extends Pick<LocalChainOptions, 'keptStates'> {
  /** Folder that keeps the chains between runs; null keeps them in memory. */
  readonly stateDirectory: string | null;
  /** Port for each chain; missing or 0 takes any free one. */
  readonly ports?: Partial<Record<ChainId, number>>;
  /** Milliseconds between blocks while a payment gathers confirmations, and otherwise. */
  readonly fastMs?: number;
  readonly idleMs?: number;
}

/** Starts the three local chains, with their contracts and blocks that keep coming; all or none. */
export async function startChains(options: ChainsOptions) {
  const { stateDirectory, ports, keptStates, ...pace } = options;
  if (stateDirectory !== null) await mkdir(stateDirectory, { recursive: true });
  const started = await Promise.allSettled(
    CHAIN_IDS.map(async (chainId) => {
      const place = stateDirectory === null ? {} : { stateFile: join(stateDirectory, `chain-${chainId}.json`) };
      const kept = keptStates === undefined ? {} : { keptStates };
      return startLocalChain({ chainId, port: ports?.[chainId] ?? 0, ...place, ...kept });
    }),
  );
  const chains = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    await Promise.all(chains.map(provision));
  } catch (error) {
    await Promise.all(chains.map((chain) => chain.stop()));
    throw error;
  }
  const pacemakers = chains.map((chain) => startPacemaker(chain, pace));
  return {
    chains,
    oneExited: Promise.race(chains.map((chain) => chain.exited)),
    async stop() {
      await Promise.all(pacemakers.map((pacemaker) => pacemaker.stop()));
      await Promise.all(chains.map((chain) => chain.stop()));
    },
  };
}
