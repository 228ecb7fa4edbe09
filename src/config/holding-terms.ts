import type { ListTerms } from '#src/lib/allocation/recompute.ts';
import { RATE_DECIMALS } from '#src/lib/money/accrual.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { STABLE_PRICE_E8, usdValue, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import type { HoldingTerms } from '#src/lib/money/recount-holdings.ts';
import type { ChainId } from './chains.ts';
import { PURCHASE_LIMITS } from './limits.ts';
import { REVIEWED_MISSIONS } from './missions.ts';
import { AIRDROP_POOL_SYNX, NANO_PER_SYNX, STAKING_APY_AFTER_TGE, STAKING_POOL_SYNX, SYNX_DECIMALS } from './sale.ts';
import { findToken, type Token } from './tokens.ts';

/** Decimals of a price feed's answer. */
const FEED_DECIMALS = 8;

/** Whether a payment is below the stated minimum; `value` in 10^-26 USD, `tokens` in whole SYNX. */
export function isBelowMinimum({ pricing, decimals }: Token, amount: bigint, value: bigint, tokens: bigint): boolean {
  if (tokens < PURCHASE_LIMITS.minimumSynx) return true;
  return pricing === 'feed'
    ? amount < toUnits(PURCHASE_LIMITS.minimumNative, decimals)
    : value < toUnits(PURCHASE_LIMITS.minimumStableUsd, VALUE_SCALE_DECIMALS);
}

/** What a recount of holdings from public records needs besides them. */
export const HOLDING_TERMS: HoldingTerms = {
  decimals: SYNX_DECIMALS,
  pool: STAKING_POOL_SYNX * NANO_PER_SYNX,
  isReviewed: (mission) => REVIEWED_MISSIONS.some((reviewed) => reviewed === mission),
  isEnough: (credited) => {
    const { chainId, token, amount, coinPrice, tokens } = credited as {
      readonly chainId: ChainId;
      readonly token: string;
      readonly amount: string;
      readonly coinPrice: string | null;
      readonly tokens: string;
    };
    const coin = findToken(chainId, token);
    if (coin === undefined) return false;
    const price = coinPrice === null ? STABLE_PRICE_E8 : toUnits(coinPrice, FEED_DECIMALS);
    return !isBelowMinimum(coin, BigInt(amount), usdValue(BigInt(amount), coin.decimals, price), BigInt(tokens));
  },
};

/** What recomputing a list from public records needs besides them. */
export const LIST_TERMS: ListTerms = {
  ...HOLDING_TERMS,
  rateAfter: toUnits(STAKING_APY_AFTER_TGE, RATE_DECIMALS),
  airdropPool: AIRDROP_POOL_SYNX * NANO_PER_SYNX,
};
