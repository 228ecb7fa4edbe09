import type { ServerOptions } from '#src/server/start.ts';
import { READ_METHODS } from './rehearsal-wallet/methods.ts';

const WALLET_METHODS: ReadonlySet<string> = new Set([...READ_METHODS, 'eth_sendTransaction', 'personal_sign']);

/**
 * POST /rehearsal/rpc/<chainId>: hands the rehearsal wallet's calls to a local chain, whose accounts are unlocked. Only
 * the methods a wallet needs pass. Exists in the developer's server alone.
 */
export function rehearsalRoutes(
  chains: readonly { readonly chainId: number; readonly rpcUrl: string }[],
): NonNullable<ServerOptions['extend']> {
  return async (app) => {
    app.post<{ Params: { chainId: string }; Body: { method?: unknown } }>(
      '/rehearsal/rpc/:chainId',
      { config: { rateLimit: false }, schema: { hide: true } },
      async (request, reply) => {
        const chain = chains.find((candidate) => String(candidate.chainId) === request.params.chainId);
        const method = request.body?.method;
        if (chain === undefined || typeof method !== 'string' || !WALLET_METHODS.has(method)) {
          return reply.send({
            jsonrpc: '2.0',
            id: null,
            error: { code: -32601, message: 'not a method of this chain' },
          });
        }
        const answer = await fetch(chain.rpcUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request.body),
        });
        return reply.type('application/json').send(await answer.text());
      },
    );
  };
}
