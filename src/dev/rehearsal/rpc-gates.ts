import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { changedAnswer, changedCall, type RpcFaults, type RpcMessage } from './rpc-faults.ts';

/** Puts a gate in front of each local chain, so that the server can be cut off from chains that keep running. */
export async function openRpcGates<Chain extends { readonly rpcUrl: string }>(chains: readonly Chain[]) {
  const state: GateState = { isCut: false, oldPrices: false, isFrozen: false };
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
    /** Behind a closed gate nothing answers, as if a cable were cut. */
    cut: (isCut: boolean) => {
      state.isCut = isCut;
      if (isCut) for (const server of servers) server.closeAllConnections();
    },
    agePrices: (isOld: boolean) => {
      state.oldPrices = isOld;
    },
    freezeHeads: (isFrozen: boolean) => {
      state.isFrozen = isFrozen;
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

interface GateState {
  isCut: boolean;
  oldPrices: boolean;
  isFrozen: boolean;
}

function gate(rpcUrl: string, agent: Agent, state: Readonly<GateState>): Server {
  const frozen = { at: null as string | null };
  return createServer((incoming, outgoing) => {
    if (state.isCut) {
      incoming.destroy();
      return;
    }
    if (!state.isFrozen) frozen.at = null;
    if (state.oldPrices || state.isFrozen) {
      void answerFalsely(rpcUrl, incoming, outgoing, async () => {
        if (state.isFrozen) frozen.at ??= String((await post(rpcUrl, HEAD))[0]?.result);
        return { oldPrices: state.oldPrices, frozenAt: frozen.at };
      }).catch(() => outgoing.destroy());
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

const HEAD = [{ jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] }];

async function answerFalsely(
  rpcUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  faultsNow: () => Promise<RpcFaults>,
): Promise<void> {
  const asked = (await json(incoming)) as RpcMessage | readonly RpcMessage[];
  const faults = await faultsNow();
  const calls = [asked].flat();
  const answers = await post(
    rpcUrl,
    calls.map((call) => changedCall(call, faults)),
  );
  const changed = answers.map((answer) => {
    const call = calls.find(({ id }) => id === answer.id);
    return call === undefined ? answer : changedAnswer(call, answer, faults);
  });
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(Array.isArray(asked) ? changed : changed[0]));
}

async function post(rpcUrl: string, calls: readonly RpcMessage[]): Promise<readonly RpcMessage[]> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  });
  return (await answer.json()) as readonly RpcMessage[];
}
