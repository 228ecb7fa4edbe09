import type { ChainId } from './chains.ts';

/** Who runs the public nodes, as people know it. */
export const PUBLIC_NODE_HOST = 'publicnode.com';

/**
 * Public nodes that browsers may call: for the recount of the sale once the visitor starts it, for an address or a
 * claim on /claim, and for a connected wallet's balances on other networks once the visitor opens the list of coins.
 * They must answer browsers (CORS) and need no key. A build for local chains calls the developer's own server instead.
 */
const PUBLIC_NODES: Readonly<Record<ChainId, string>> = {
  1: 'https://ethereum-rpc.publicnode.com',
  56: 'https://bsc-rpc.publicnode.com',
  137: 'https://polygon-bor-rpc.publicnode.com',
};

/** The address of a chain's public node; in a build for local chains, a path of the same origin. */
export function publicRpc(chainId: ChainId): string {
  return import.meta.env.PUBLIC_REHEARSAL ? `/rehearsal/rpc/${chainId}` : PUBLIC_NODES[chainId];
}

/** Origins that a page with the recount must be allowed to call, without the site's own. */
export function publicRpcOrigins(chainIds: readonly ChainId[]): readonly string[] {
  return chainIds.map(publicRpc).flatMap((url) => (url.startsWith('/') ? [] : [new URL(url).origin]));
}
