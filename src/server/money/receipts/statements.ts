import { getAddress } from 'viem';
import { CHAIN_IDS, CHAINS } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { ChannelsPayload } from '#src/contract/figures.ts';
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

type Settings = 'PUBLIC_ORIGIN' | 'PUBLIC_COMMUNITY_URL' | 'PUBLIC_X_URL' | 'PUBLIC_CHANNEL_URL' | 'PUBLIC_YOUTUBE_URL';

/** The project's channels, as this server is configured; without PUBLIC_ORIGIN it does not name the site itself. */
export function channelStatement(env: Pick<Env, Settings>): ChannelsPayload {
  const named = [
    ['site', env.PUBLIC_ORIGIN],
    ['community', env.PUBLIC_COMMUNITY_URL],
    ['x', env.PUBLIC_X_URL],
    ['channel', env.PUBLIC_CHANNEL_URL],
    ['youtube', env.PUBLIC_YOUTUBE_URL],
  ] as const;
  return {
    type: 'synx-channels',
    version: 1,
    channels: named.flatMap(([channel, address]) => (address === undefined ? [] : [{ channel, address }])),
  };
}
