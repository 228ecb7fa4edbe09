import { getAddress } from 'viem';
import { CHAIN_IDS, CHAINS } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { AddressesPayload } from '#src/contract/receipts.ts';
import type { Env } from '#src/server/platform/env/env.ts';

/** The payment address and the accepted tokens of each chain, as this server is configured. */
export function addressStatement(env: Pick<Env, 'presaleAddress' | 'rehearsal'>): AddressesPayload {
  return {
    type: 'synx-addresses',
    version: 1,
    rehearsal: env.rehearsal,
    chains: CHAIN_IDS.map((chainId) => ({
      chainId,
      name: CHAINS[chainId].networkName,
      presaleAddress: getAddress(env.presaleAddress),
      tokens: TOKENS.filter((token) => token.chainId === chainId).map(
        ({ symbol, name, address, decimals, accepted }) => ({ symbol, name, address, decimals, accepted }),
      ),
    })),
  };
}
