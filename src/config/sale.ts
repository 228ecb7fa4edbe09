/** SYNX amounts are integers of 1e-9 SYNX ("nano"), so that the whole supply fits 64 bits (decision 10). */
export const NANO_PER_SYNX = 1_000_000_000n;
export const SYNX_DECIMALS = 9;

/** USD amounts are integers of 1e-6 USD ("micro"). */
export const USD_DECIMALS = 6;

/** The three presale phases (in dollars, decision 10); price in micro-USD per SYNX, supply in whole SYNX. */
export const PHASES = [
  { phase: 1, priceMicroUsd: 13_000n, supply: 197_000_000n },
  { phase: 2, priceMicroUsd: 22_000n, supply: 197_000_000n },
  { phase: 3, priceMicroUsd: 33_000n, supply: 98_000_000n },
] as const;

/** All SYNX that there will ever be, whole. */
export const TOTAL_SUPPLY_SYNX = 1_110_000_000n;

/** The stated raise target in USD. */
export const GOAL_RAISE_USD = '10170000';

/** Staking pool in whole SYNX (98.68M), and the rate shown if the configuration has none, in percent per year. */
export const STAKING_POOL_SYNX = 98_680_000n;
export const DEFAULT_STAKING_APY = '25';

/** The rate once the token exists, in percent per year. */
export const STAKING_APY_AFTER_TGE = '5';

/** The airdrop's pool in whole SYNX (86M); estimates use a smaller one (decision 37). */
export const AIRDROP_POOL_SYNX = 86_000_000n;

/** Blocks until we credit a payment: n = head − block + 1. */
export const REQUIRED_CONFIRMATIONS = 6 as const;

/** Price windows of seven days, in seconds (decision 9). */
export const WINDOW_SECONDS = 7 * 24 * 3600;
