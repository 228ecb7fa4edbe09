/** Purchase rules. Coin amounts are decimal strings in whole coins, USD and SYNX in whole units. */
export const PURCHASE_LIMITS = {
  minimumNative: '0.003',
  minimumStableUsd: '5',
  minimumSynx: 25n,
  gasBufferNative: '0.002',
  gasBufferToken: '0.0005',
  maxLeavesNative: '0.0001',
  gasLimitNative: 21_000n,
  gasLimitToken: 100_000n,
  /** What Rabby sends for a coin payment that asks for 21,000 (`npm run wallets`). Only shown, as others keep those. */
  gasShownNative: 47_250n,
  buyRestBelowSynx: 100_000n,
} as const;

/** How long a purchase waits and polls, in milliseconds. */
export const PURCHASE_TIMES = {
  walletTimeoutMs: 120_000,
  receiptPollMs: 10_000,
  receiptPolls: 30,
} as const;

/** How long we look for a transaction that is not on its chain before it expires. */
export const SEARCH_HOURS = 24;
export const EXPIRES_AFTER_MS = SEARCH_HOURS * 3_600_000;

/** How long the nonce and the text of a sign-in are valid. */
export const SIGN_IN_MINUTES = 10;
export const SIGN_IN_MS = SIGN_IN_MINUTES * 60_000;

/** Reviews of the airdrop are answered within this time. */
export const REVIEW_HOURS = 24;

/** How many purchases, and how many stakes, one saved file holds: for the proven wallet, and for anybody else. */
export const EXPORT_ROWS = { owner: 10_000, others: 1_000 } as const;

/** How long to wait for a wallet provider, in milliseconds. */
export const PROVIDER_TIMES = {
  desktopMs: 8_000,
  mobileMs: 15_000,
  mobileBridgeMs: 25_000,
  /** A purchase waits longer for a phone's wallet than connecting does. */
  purchaseMobileMs: 20_000,
  retryMs: 300,
  mobileRetryMs: 500,
  hiddenPageMs: 5_000,
  hiddenPageStepMs: 100,
} as const;

/** How often the wallet bridge's session is checked for another account, in milliseconds. */
export const BRIDGE_POLL_MS = 1_980_000;

/** How often the staking page polls, in milliseconds. */
export const STAKING_TIMES = { balanceMs: 30_000, statsMs: 30_000, configMs: 30_000, rewardsMs: 5_000 } as const;

/** The price behind the stated "25 SYNX ($0.50)" (decision 17). */
export const STATED_TOKEN_PRICE = '0.02';

/** How old the last read of a price feed may be for us to sell, in milliseconds (decision 5). */
export const OFFER_MAX_AGE_MS = 60_000;

/** Toasts: times in milliseconds, distances in pixels. */
export const TOAST_RULES = {
  visible: 1,
  removeMs: 1_000_000,
  durationMs: 5_000,
  swipePx: 50,
  hotkey: 'F8',
  maxWidthPx: 420,
} as const;

/** The token selector: a longer horizontal swipe changes the chain, and a tap vibrates for `vibrateMs`. */
export const SELECTOR_RULES = { swipePx: 50, vibrateMs: 50 } as const;

/** The unused card flow: its minimum in USD, with which it starts, and the price it stated for one SYNX. */
export const CARD_FLOW = { minimumUsd: '20', tokenPrice: '0.0138' } as const;

/** How often the feed of purchases is read while it is on screen, in milliseconds. */
export const ACTIVITY_POLL_MS = 60_000;

/** Narrower windows have a phone's layout: `--below-medium` of breakpoints.css, for scripts. */
export const MOBILE_BREAKPOINT_PX = 768;

/** Tooltips, in milliseconds: the delay before one shows, and how soon after one the next shows at once. */
export const TOOLTIP_RULES = { delayMs: 700, skipMs: 300 } as const;
