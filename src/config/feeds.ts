import type { ChainId } from './chains.ts';

export interface PriceFeed {
  /** Chainlink aggregator proxy, read with latestRoundData and getRoundData. */
  readonly address: `0x${string}`;
  /** Accepted values of `description()`; with any other value we do not sell in this coin. */
  readonly descriptions: readonly [string, ...string[]];
  readonly decimals: 8;
  /** Longest time between two rounds in seconds; a round older than this + 10 % is stale (decision 5). */
  readonly heartbeatSeconds: number;
}

/** The feed on each chain that prices its coin in USD (decision 5); FEED_HEARTBEAT_* overrides a heartbeat. */
export const FEEDS: Readonly<Record<ChainId, PriceFeed>> = {
  1: {
    address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
    descriptions: ['ETH / USD'],
    decimals: 8,
    heartbeatSeconds: 3600,
  },
  56: {
    address: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
    descriptions: ['BNB / USD'],
    decimals: 8,
    heartbeatSeconds: 60,
  },
  137: {
    address: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
    descriptions: ['MATIC / USD', 'POL / USD'],
    decimals: 8,
    heartbeatSeconds: 60,
  },
};
