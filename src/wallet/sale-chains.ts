import { CHAINS } from '#src/config/chains.ts';

/** The three chains in the shape that wagmi asks for. Their RPC is what a wallet is told when it adds a chain. */
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
