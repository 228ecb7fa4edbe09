import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ChainId } from '#src/config/chains.ts';
import { emptyChain } from './http-app.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface FakeRpc {
  /** RPC_URL_* and the other variables of real chains, with two sources per chain, all of them here; without a site. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on calls of this method are accepted and never answered. */
  hang(method: string): void;
  /** Resolves when a method is called the next time. */
  called(method: string): Promise<void>;
  stop(): Promise<void>;
}

const present = () => `0x${Math.floor(Date.now() / 1000).toString(16)}`;

/**
 * A JSON-RPC server on a free port that is an empty chain at /<chainId>/<source>. `belongsTo` makes a chain's sources
 * claim to be another one.
 */
export async function startFakeRpc(belongsTo: Partial<Record<ChainId, ChainId>> = {}): Promise<FakeRpc> {
  let hanging = '';
  const waiting = new Set<(method: string) => void>();
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as Call | Call[];
    for (const { method } of [body].flat()) for (const wait of waiting) wait(method);
    if ([body].flat().some(({ method }) => method === hanging)) return;
    const chainId = Number(request.url?.split('/')[1]) as ChainId;
    const chain = emptyChain(belongsTo[chainId] ?? chainId);
    const answers = await Promise.all(
      [body].flat().map(async (call) => {
        const answer = await chain.request(call);
        // Its blocks are of this moment.
        const result =
          call.method === 'eth_getBlockByNumber' ? { ...(answer as object), timestamp: present() } : answer;
        return { jsonrpc: '2.0', id: call.id, result };
      }),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sources = (chainId: number) => `${url}/${chainId}/a,${url}/${chainId}/b`;
  return {
    env: {
      RPC_URL_1: sources(1),
      RPC_URL_56: sources(56),
      RPC_URL_137: sources(137),
      PRESALE_ADDRESS: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
      PRESALE_START_BLOCK_1: '1',
      PRESALE_START_BLOCK_56: '1',
      PRESALE_START_BLOCK_137: '1',
      PUBLIC_ORIGIN: 'https://synx.example',
      TRUST_PROXY: 'none',
      // The site in dist/ was not built for these chains.
      SERVE_SITE: 'off',
    },
    hang: (method) => {
      hanging = method;
    },
    called: (wanted) =>
      new Promise((resolve) => {
        const wait = (method: string) => {
          if (method !== wanted) return;
          waiting.delete(wait);
          resolve();
        };
        waiting.add(wait);
      }),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
