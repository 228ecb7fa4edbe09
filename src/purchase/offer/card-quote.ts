import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { PHASES, USD_DECIMALS } from '#src/config/sale.ts';
import type { Token } from '#src/config/tokens.ts';
import type { CryptoPrices, PresalePricing } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { formatUnits, parseDecimal, toUnits } from '#src/lib/money/decimal.ts';
import { type Allotment, allot, usdValue } from '#src/lib/money/quote.ts';
import { amountForAll } from '#src/lib/money/rest-cost.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { priceOf, type Rates, stockOf } from './purchase-rules.ts';

export interface CardQuote extends Allotment {
  /** USD value in 10^-26 USD. */
  readonly value: bigint;
}

/** What `amount` base units of a token buy now, across the current phase and later ones. */
export function cardQuote(
  token: Token,
  amount: bigint,
  rates: Pick<CardRates, 'coinE8' | 'synx'>,
  pricing: PresalePricing | undefined,
): CardQuote {
  const value = usdValue(amount, token.decimals, priceOf(token, rates.coinE8));
  return { value, ...allot(value, stockOf(rates, pricing)) };
}

/** Whether a stand-in price is shown, which displays and never sells (decision 6). */
export function isIndicative({ rates, token }: { readonly rates: CardRates; readonly token: Token }): boolean {
  return !rates.synxLive || (token.pricing === 'feed' && !rates.coinLive);
}

export interface CardRates extends Rates {
  /** Decimal strings in USD, for display. */
  readonly synx: string;
  readonly coin: string;
  /** False while a stand-in is shown: such a price displays and never sells (decision 6). */
  readonly synxLive: boolean;
  readonly coinLive: boolean;
}

const E8 = 8;

/** Prices of SYNX and a chain's coin: the live ones, else the configured, else the stated defaults (decision 6). */
export function cardRates(
  chainId: ChainId,
  pricing: PresalePricing | undefined,
  prices: CryptoPrices | undefined,
  config: SiteConfig | undefined,
): CardRates {
  const { priceKey, defaultPrice } = CHAINS[chainId];
  const synx = pricing?.currentPrice ?? config?.tokenPrice ?? formatUnits(PHASES[0].priceMicroUsd, USD_DECIMALS);
  const coin = prices?.[priceKey] ?? defaultPrice;
  return {
    synx,
    coin,
    synxE8: toUnits(synx, E8),
    coinE8: toUnits(coin, E8),
    synxLive: pricing !== undefined,
    coinLive: prices?.[priceKey] != null && prices.live[priceKey],
  };
}

/** Base units of a token that pay for the sale's rest, uncredited payments not counted; null while unknown. */
export function restAmount(
  token: Token,
  rates: Pick<CardRates, 'coinE8' | 'synx'>,
  pricing: PresalePricing | undefined,
): bigint | null {
  return pricing === undefined
    ? null
    : amountForAll(stockOf(rates, pricing), token.decimals, priceOf(token, rates.coinE8));
}

/** Base units for people: two digits for tokens of 6 decimals, up to six for others. */
export function displayAmount(units: bigint, decimals: number, tag: string): string {
  return decimals === 6
    ? formatNumber(formatUnits(units, decimals), tag, 2)
    : formatNumber(formatUnits(units, decimals), tag, 0, 6);
}

/** One part of a purchase that spans phases: its whole SYNX, its price and its phase. */
export function partLine(t: TextOf<'presale.rate.part'>, tag: string, part: Allotment['parts'][number]): string {
  return t('presale.rate.part', {
    tokens: formatNumber(String(part.tokens), tag),
    price: formatUsd(formatUnits(part.priceMicroUsd, 6), tag, 6),
    phase: part.phase,
  });
}

export type BuyRest =
  | { readonly state: 'hidden' }
  | { readonly state: 'below-minimum' }
  /** `amount` in whole stablecoins, as decimal text, that pays for everything left. */
  | { readonly state: 'offered'; readonly amount: string };

/**
 * Whether Buy Rest is offered: for stablecoins, when fewer than 100000 tokens remain. In a phase with
 * a successor, a rest worth less than the minimum rolls over, so only the whole sale's rest reads Sold Out (decision
 * 8).
 */
export function buyRest(token: Token, pricing: PresalePricing | undefined): BuyRest {
  const remaining = pricing === undefined ? null : parseDecimal(pricing.tokensRemaining, 0);
  if (pricing === undefined || token.pricing === 'feed' || remaining === null) return { state: 'hidden' };
  if (remaining <= 0n || remaining >= PURCHASE_LIMITS.buyRestBelowSynx) return { state: 'hidden' };
  // Micro-USD, exact: whole tokens at a price of whole micro-dollars.
  const cost = remaining * toUnits(pricing.currentPrice, 6);
  if (cost >= toUnits(PURCHASE_LIMITS.minimumStableUsd, 6)) return { state: 'offered', amount: formatUnits(cost, 6) };
  return pricing.phase < PHASES.length ? { state: 'hidden' } : { state: 'below-minimum' };
}
