import { CHAIN_IDS, CHAINS } from './chains.ts';
import {
  DEFAULT_TOKEN_PRICE,
  PURCHASE_LIMITS,
  PURCHASE_TIMES,
  REVIEW_HOURS,
  SEARCH_HOURS,
  STATED_TOKEN_PRICE,
} from './limits.ts';
import { LOCALE_CODES } from './locales.ts';
import { LOYALTY_STEPS } from './loyalty.ts';
import {
  AIRDROP_PAGE_TIMES,
  ESTIMATE_WALLETS,
  HUMAN_CHECK_TRIES,
  LEADERBOARD_LISTED,
  LEADERBOARD_SHOWN,
  MISSIONS,
  REFERRAL_CODE_LENGTH,
  STREAK_CAP,
} from './missions.ts';
import {
  AIRDROP_POOL_SYNX,
  DEFAULT_STAKING_APY,
  GOAL_RAISE_USD,
  PHASES,
  REQUIRED_CONFIRMATIONS,
  STAKING_APY_AFTER_TGE,
  STAKING_POOL_SYNX,
  USD_DECIMALS,
  WINDOW_SECONDS,
} from './sale.ts';
import { SCHEDULE } from './schedule.ts';

const DAY_SECONDS = 86_400;

/** The stated figures that code applies, by their names in content/facts.json, which has units and sources. */
export const CODE_FIGURES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PHASES.flatMap(({ phase, priceMicroUsd, supply }) => [
      [`presale.phase${phase}.price`, decimal(priceMicroUsd)],
      [`presale.phase${phase}.tokens`, String(supply)],
    ]),
  ),
  'presale.phases': String(PHASES.length),
  'presale.goal': GOAL_RAISE_USD,
  'presale.minimum.native': PURCHASE_LIMITS.minimumNative,
  'presale.minimum.stable': PURCHASE_LIMITS.minimumStableUsd,
  'presale.minimum.synx': String(PURCHASE_LIMITS.minimumSynx),
  'presale.confirmations': String(REQUIRED_CONFIRMATIONS),
  'presale.windowDays': String(WINDOW_SECONDS / DAY_SECONDS),
  'presale.walletTimeout': String(PURCHASE_TIMES.walletTimeoutMs / 1000),
  'presale.receiptPoll': String(PURCHASE_TIMES.receiptPollMs / 1000),
  'presale.receiptPolls': String(PURCHASE_TIMES.receiptPolls),
  'presale.receiptWait': String((PURCHASE_TIMES.receiptPollMs / 1000) * PURCHASE_TIMES.receiptPolls),
  'presale.searchHours': String(SEARCH_HOURS),
  'presale.buyRestBelow': String(PURCHASE_LIMITS.buyRestBelowSynx),
  ...Object.fromEntries(
    // Of chains with the same coin, the first one's price.
    CHAIN_IDS.toReversed().map((id) => [
      `default.${CHAINS[id].nativeCurrency.symbol.toLowerCase()}`,
      CHAINS[id].defaultPrice,
    ]),
  ),
  'default.token': DEFAULT_TOKEN_PRICE,
  'default.tokenDisplay': STATED_TOKEN_PRICE,
  'gas.native': PURCHASE_LIMITS.gasBufferNative,
  'gas.token': PURCHASE_LIMITS.gasBufferToken,
  'gas.maxLeaves': PURCHASE_LIMITS.maxLeavesNative,
  'gas.limitNative': String(PURCHASE_LIMITS.gasLimitNative),
  'gas.limitToken': String(PURCHASE_LIMITS.gasLimitToken),
  'staking.rate.early': DEFAULT_STAKING_APY,
  'staking.rate.afterTge': STAKING_APY_AFTER_TGE,
  'staking.pool': String(STAKING_POOL_SYNX),
  'staking.tge': dateOf('tge'),
  'staking.unlock': dateOf('stakeUnlock'),
  'staking.rewardsUnlock': dateOf('rewardsUnlock'),
  'loyalty.first.tokens': String(LOYALTY_STEPS[1].fromSynx),
  'loyalty.first.percent': String(LOYALTY_STEPS[1].percent),
  'loyalty.second.tokens': String(LOYALTY_STEPS[0].fromSynx),
  'loyalty.second.percent': String(LOYALTY_STEPS[0].percent),
  'airdrop.poolShown': String(AIRDROP_POOL_SYNX),
  'airdrop.missions': String(MISSIONS.length),
  'airdrop.streak': String(STREAK_CAP),
  'airdrop.codeLength': String(REFERRAL_CODE_LENGTH),
  'airdrop.boardListed': String(LEADERBOARD_LISTED),
  'airdrop.estimateWallets': String(ESTIMATE_WALLETS),
  'airdrop.boardShown': String(LEADERBOARD_SHOWN),
  'airdrop.boardRefresh': String(AIRDROP_PAGE_TIMES.boardMs / 1000),
  'airdrop.puzzleAttempts': String(HUMAN_CHECK_TRIES),
  'airdrop.reviewHours': String(REVIEW_HOURS),
  'ethereum.blockSeconds': String(CHAINS[1].blockSeconds),
  'site.languages': String(LOCALE_CODES.length),
  'site.chains': String(CHAIN_IDS.length),
};

/** The entries of content/facts.json, each with its value. */
export function withCodeFigures<Entry extends { readonly value?: string | undefined }>(
  entries: Readonly<Record<string, Entry>>,
): Record<string, Entry & { readonly value: string }> {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [id, { ...entry, value: CODE_FIGURES[id] ?? entry.value ?? '' }]),
  );
}

/** Micro-dollars as a decimal string in dollars. */
function decimal(microUsd: bigint): string {
  const digits = String(microUsd).padStart(USD_DECIMALS + 1, '0');
  return `${digits.slice(0, -USD_DECIMALS)}.${digits.slice(-USD_DECIMALS)}`.replace(/\.?0+$/, '');
}

function dateOf(key: (typeof SCHEDULE)[number]['key']): string {
  const date = SCHEDULE.find((event) => event.key === key)?.date;
  if (date == null) throw new Error(`the schedule has no date of ${key}`);
  return date;
}
