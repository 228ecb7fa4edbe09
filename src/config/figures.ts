import { AIRDROP_MONTHS, WITHDRAW_DAYS } from '#src/lib/allocation/unlocking.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { FULL_BAR_SYNX } from '#src/lib/money/staking-format.ts';
import { CHAIN_IDS, CHAINS } from './chains.ts';
import { COMPUTED_FIGURES } from './computed-figures.ts';
import {
  CARD_FLOW,
  PURCHASE_LIMITS,
  PURCHASE_TIMES,
  REVIEW_HOURS,
  SEARCH_HOURS,
  SIGN_IN_MINUTES,
  STATED_TOKEN_PRICE,
} from './limits.ts';
import { LOCALE_CODES } from './locales.ts';
import { LOYALTY_STEPS } from './loyalty.ts';
import {
  AIRDROP_PAGE_TIMES,
  AIRDROP_POOLS,
  ESTIMATE_WALLETS,
  HUMAN_CHECK_TRIES,
  LEADERBOARD_LISTED,
  LEADERBOARD_SHOWN,
  MISSIONS,
  REFERRAL_CODE_LENGTH,
  STREAK_CAP,
  TROPHIES,
} from './missions.ts';
import { RETENTION } from './retention.ts';
import {
  DEFAULT_STAKING_APY,
  GOAL_RAISE_USD,
  PHASES,
  REQUIRED_CONFIRMATIONS,
  STAKING_APY_AFTER_TGE,
  STAKING_POOL_SYNX,
  TOTAL_SUPPLY_SYNX,
  USD_DECIMALS,
  WINDOW_SECONDS,
} from './sale.ts';
import { SCHEDULE } from './schedule.ts';
import { findToken } from './tokens.ts';

const DAY_SECONDS = 86_400;

/** The stated figures that code applies, by their names in content/facts.json, which has units and sources. */
const CODE_FIGURES: Readonly<Record<string, string>> = {
  'supply.total': String(TOTAL_SUPPLY_SYNX),
  ...Object.fromEntries(CHAIN_IDS.map((id) => [`network.${CHAINS[id].name.toLowerCase()}`, String(id)])),
  ...Object.fromEntries(
    PHASES.flatMap(({ phase, priceMicroUsd, supply }) => [
      [`presale.phase${phase}.price`, formatUnits(priceMicroUsd, USD_DECIMALS)],
      [`presale.phase${phase}.tokens`, String(supply)],
    ]),
  ),
  'presale.phases': String(PHASES.length),
  'presale.goal': GOAL_RAISE_USD,
  'presale.minimum.native': PURCHASE_LIMITS.minimumNative,
  'presale.minimum.stable': PURCHASE_LIMITS.minimumStableUsd,
  'presale.minimum.synx': String(PURCHASE_LIMITS.minimumSynx),
  'presale.minimum.card': CARD_FLOW.minimumUsd,
  'presale.confirmations': String(REQUIRED_CONFIRMATIONS),
  'presale.windowDays': String(WINDOW_SECONDS / DAY_SECONDS),
  'presale.walletTimeout': String(PURCHASE_TIMES.walletTimeoutMs / 1000),
  'presale.receiptPoll': String(PURCHASE_TIMES.receiptPollMs / 1000),
  'presale.receiptPolls': String(PURCHASE_TIMES.receiptPolls),
  'presale.searchHours': String(SEARCH_HOURS),
  'presale.buyRestBelow': String(PURCHASE_LIMITS.buyRestBelowSynx),
  ...Object.fromEntries(
    // Of chains with the same coin, the first one's price.
    CHAIN_IDS.toReversed().map((id) => [
      `default.${CHAINS[id].nativeCurrency.symbol.toLowerCase()}`,
      CHAINS[id].defaultPrice,
    ]),
  ),
  'default.token': formatUnits(PHASES[0].priceMicroUsd, USD_DECIMALS),
  'default.tokenCard': CARD_FLOW.tokenPrice,
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
  'staking.withdrawDelay': String(WITHDRAW_DAYS),
  'staking.balanceBar': String(FULL_BAR_SYNX),
  'marketplace.discount': String(LOYALTY_STEPS[0].percent),
  'airdrop.poolShown': AIRDROP_POOLS.shown,
  'airdrop.poolEstimate': AIRDROP_POOLS.estimate,
  'airdrop.vesting': String(AIRDROP_MONTHS),
  'airdrop.missions': String(MISSIONS.length),
  'airdrop.streak': String(STREAK_CAP),
  'airdrop.codeLength': String(REFERRAL_CODE_LENGTH),
  'airdrop.boardListed': String(LEADERBOARD_LISTED),
  'airdrop.estimateWallets': String(ESTIMATE_WALLETS),
  'airdrop.boardTop': String(TROPHIES.length),
  'airdrop.boardShown': String(LEADERBOARD_SHOWN),
  'airdrop.boardRefresh': String(AIRDROP_PAGE_TIMES.boardMs / 1000),
  'airdrop.puzzleAttempts': String(HUMAN_CHECK_TRIES),
  'airdrop.reviewHours': String(REVIEW_HOURS),
  'decimals.six': String(findToken(1, 'USDC')?.decimals),
  'decimals.eighteen': String(findToken(1, 'USD1')?.decimals),
  'ethereum.blockSeconds': String(CHAINS[1].blockSeconds),
  'site.languages': String(LOCALE_CODES.length),
  'site.chains': String(CHAIN_IDS.length),
  'privacy.signInMinutes': String(SIGN_IN_MINUTES),
  ...Object.fromEntries(Object.entries(RETENTION).map(([name, length]) => [`privacy.${name}`, String(length)])),
};

/** The entries of content/facts.json, each with its value; throws an Error that names a figure without one. */
export function withCodeFigures<Entry extends { readonly value?: string | undefined }>(
  entries: Readonly<Record<string, Entry>>,
): Record<string, Entry & { readonly value: string }> {
  const figure = (id: string): string => {
    const value = CODE_FIGURES[id] ?? COMPUTED_FIGURES[id]?.((other) => Number(figure(other))) ?? entries[id]?.value;
    if (value === undefined) throw new Error(`no figure is named ${id}`);
    return value;
  };
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, { ...entry, value: figure(id) }]));
}

/** Whether code has the value of a figure: a constant, or computed from other figures. */
export function isOfCode(id: string): boolean {
  return Object.hasOwn(CODE_FIGURES, id) || Object.hasOwn(COMPUTED_FIGURES, id);
}

function dateOf(key: (typeof SCHEDULE)[number]['key']): string {
  const date = SCHEDULE.find((event) => event.key === key)?.date;
  if (date == null) throw new Error(`the schedule has no date of ${key}`);
  return date;
}
