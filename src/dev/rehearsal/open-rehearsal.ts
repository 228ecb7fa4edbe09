import type { ChainId } from '#src/config/chains.ts';
import type { ServerOptions } from '#src/server/start.ts';
import { localClient } from '../chains/local-client.ts';
import { openTime } from './rehearsal-time.ts';
import { rehearsalRoutes } from './routes.ts';
import { openRpcGates } from './rpc-gates.ts';

interface Chain {
  readonly chainId: ChainId;
  readonly rpcUrl: string;
}

export interface Rehearsal {
  /** The chains as the server should reach them. */
  readonly chains: readonly Chain[];
  readonly extend: NonNullable<ServerOptions['extend']>;
  /** Milliseconds since 1970; visitors let time pass. */
  readonly machine: () => number;
  stop(): Promise<void>;
}

/** A rehearsal's faults, and a connection that can be cut. Throws for chains that are not on this machine. */
export async function openRehearsal(chains: readonly Chain[]): Promise<Rehearsal> {
  const far = chains.find(({ rpcUrl }) => new URL(rpcUrl).hostname !== '127.0.0.1');
  if (far !== undefined) throw new RangeError(`${far.rpcUrl} is not a local chain; a rehearsal may break only its own`);
  const time = await openTime(chains.map(({ chainId, rpcUrl }) => localClient(chainId, rpcUrl)));
  const gates = await openRpcGates(chains);
  return {
    chains: gates.chains,
    machine: time.machine,
    extend: rehearsalRoutes({
      ...{ chains, time },
      turn: { rpc: gates.cut, prices: gates.agePrices, heads: gates.freezeHeads, clock: time.lead },
    }),
    stop: gates.stop,
  };
}
