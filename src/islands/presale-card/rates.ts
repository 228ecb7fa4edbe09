import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { DEFAULT_TOKEN_PRICE } from '#src/config/limits.ts';
import type { CryptoPrices, PresalePricing } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import type { Rates } from '#src/purchase/purchase-rules.ts';

export interface CardRates extends Rates {
  /** Decimal strings in USD, for display. */
  readonly synx: string;
  readonly coin: string;
  /** False while a stand-in is shown: such a price displays and never sells (decision 6). */
  readonly synxLive: boolean;
  readonly coinLive: boolean;
}

const E8 = 8;

/**
 * Prices of SYNX and of a chain's coin: the live ones, otherwise the configured ones, otherwise the stated defaults
 * (decision 6).
 */
export function cardRates(
  chainId: ChainId,
  pricing: PresalePricing | undefined,
  prices: CryptoPrices | undefined,
  config: SiteConfig | undefined,
): CardRates {
  const { priceKey, defaultPrice } = CHAINS[chainId];
  const synx = pricing?.currentPrice ?? config?.tokenPrice ?? DEFAULT_TOKEN_PRICE;
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
