import { once } from 'node:events';
import { Agent, request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcGates<Chain> {
  /** The chains at the addresses the server should use: through the gates. */
  readonly chains: readonly Chain[];
  /** Closes or opens all gates: behind a closed one nothing answers, as with a cut line. */
  cut(isCut: boolean): void;
  stop(): Promise<void>;
}

/**
 * Puts a gate in front of each local chain, so that the server can be disconnected from chains that continue to run.
 */
export async function openRpcGates<Chain extends { readonly rpcUrl: string }>(
  chains: readonly Chain[],
): Promise<RpcGates<Chain>> {
  const state = { isCut: false };
  const agent = new Agent({ keepAlive: true });
  const servers: Server[] = [];
  const gated = await Promise.all(
    chains.map(async (chain) => {
      const server = gate(chain.rpcUrl, agent, state).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return { ...chain, rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    }),
  );
  return {
    chains: gated,
    cut: (isCut) => {
      state.isCut = isCut;
      if (isCut) for (const server of servers) server.closeAllConnections();
    },
    stop: async () => {
      agent.destroy();
      await Promise.all(
        servers.map(async (server) => {
          server.closeAllConnections();
          server.close();
          await once(server, 'close');
        }),
      );
    },
  };
}

function gate(rpcUrl: string, agent: Agent, state: { readonly isCut: boolean }): Server {
  return createServer((incoming, outgoing) => {
    if (state.isCut) {
      incoming.destroy();
      return;
    }
    const { method, headers } = incoming;
    const onward = ask(rpcUrl, { agent, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}
