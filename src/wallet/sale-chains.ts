import { CHAIN_IDS, CHAINS, type ChainId } from '#src/config/chains.ts';

/** A chain in wagmi's shape, with the RPC that a wallet gets when it adds the chain. */
function saleChain(id: ChainId) {
  const { networkName, nativeCurrency, rpc, explorer } = CHAINS[id];
  return {
    id,
    name: networkName,
    nativeCurrency,
    rpcUrls: { default: { http: [rpc] } },
    blockExplorers: { default: { name: networkName, url: explorer } },
  };
}

const [first, ...others] = CHAIN_IDS;
export const SALE_CHAINS = [saleChain(first), ...others.map(saleChain)] as const;
