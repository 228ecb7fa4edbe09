/**
 * Purchase rules (R9.004-R9.009, R9.019). Coin amounts are decimal strings in whole coins, USD and SYNX in whole units.
 */
export const PURCHASE_LIMITS = {
  minimumNative: '0.003',
  minimumStableUsd: '5',
  minimumSynx: 25n,
  gasBufferNative: '0.002',
  gasBufferToken: '0.0005',
  maxLeavesNative: '0.0001',
  gasLimitNative: 21_000n,
  gasLimitToken: 100_000n,
  buyRestBelowSynx: 100_000n,
} as const;

/** Waits and polls of the purchase in milliseconds (R9.010, R9.011). */
export const PURCHASE_TIMES = {
  walletTimeoutMs: 120_000,
  receiptPollMs: 10_000,
  receiptPolls: 30,
} as const;

/** Purchases, and stakes, in one saved file: for the proven wallet, and for anybody else. */
export const EXPORT_ROWS = { owner: 10_000, others: 1_000 } as const;

/** Waits for a wallet provider in milliseconds (R9.020-R9.025). */
export const PROVIDER_TIMES = {
  desktopMs: 8_000,
  mobileMs: 15_000,
  mobileBridgeMs: 25_000,
  /** A purchase waits longer for a phone's wallet than connecting does (R9.023). */
  purchaseMobileMs: 20_000,
  retryMs: 300,
  mobileRetryMs: 500,
  hiddenPageMs: 5_000,
  hiddenPageStepMs: 100,
} as const;

/** How often a session of the wallet bridge is checked for another account, in milliseconds (R9.026). */
export const BRIDGE_POLL_MS = 1_980_000;

/** Polls of the staking page in milliseconds (R9.040-R9.043). */
export const STAKING_TIMES = { balanceMs: 30_000, statsMs: 30_000, configMs: 30_000, rewardsMs: 5_000 } as const;

/** The price of SYNX shown before the first answer (R3.041): for display only, never for selling (decision 6). */
export const DEFAULT_TOKEN_PRICE = '0.013';

/** The oldest read of a price feed on which a sale is offered, in milliseconds (decision 5). */
export const OFFER_MAX_AGE_MS = 60_000;

/** Toast rules in milliseconds and pixels (R9.032-R9.037). */
export const TOAST_RULES = {
  visible: 1,
  removeMs: 1_000_000,
  durationMs: 5_000,
  swipePx: 50,
  hotkey: 'F8',
  maxWidthPx: 420,
} as const;

/**
 * The token selector: a longer horizontal swipe changes the chain, and a tap vibrates for `vibrateMs` (R9.012, R9.013).
 */
export const SELECTOR_RULES = { swipePx: 50, vibrateMs: 50 } as const;

/**
 * The unused card flow: minimum and default amount in USD, and the price it stated for one SYNX (R5.021, R5.022,
 * R3.043).
 */
export const CARD_FLOW = { minimumUsd: '20', defaultUsd: '20', tokenPrice: '0.0138' } as const;

/** How often the feed of purchases is read while it is on screen, in milliseconds. */
export const ACTIVITY_POLL_MS = 60_000;

/** Narrower windows have the layout of a phone: `--below-medium` of breakpoints.css, for scripts. */
export const MOBILE_BREAKPOINT_PX = 768;

/**
 * Tooltip rules in milliseconds: the delay before one shows, and how soon after one the next shows at once (R9.038,
 * R9.039).
 */
export const TOOLTIP_RULES = { delayMs: 700, skipMs: 300 } as const;
