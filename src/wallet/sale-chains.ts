import { CHAINS } from '#src/config/chains.ts';

/** The three chains in wagmi's shape. Their RPC is the one a wallet is given when it adds a chain. */
function saleChain<const Id extends keyof typeof CHAINS>(id: Id) {
  const { networkName, nativeCurrency, rpc, explorer } = CHAINS[id];
  return {
    id,
    name: networkName,
    nativeCurrency,
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: networkName, url: explorer } },
  };
}

export const SALE_CHAINS = [saleChain(1), saleChain(56), saleChain(137)] as const;
