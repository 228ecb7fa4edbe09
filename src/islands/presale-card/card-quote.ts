import { PHASES } from '#src/config/sale.ts';
import type { Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { parseDecimal, toUnits } from '#src/lib/money/decimal.ts';
import { type Allotment, allot, type PhaseStock, usdValue } from '#src/lib/money/quote.ts';
import { priceOf } from '#src/purchase/purchase-rules.ts';
import type { CardRates } from './rates.ts';

export interface CardQuote extends Allotment {
  /** USD value in 10^-26 USD. */
  readonly value: bigint;
}

/** What `amount` base units of a token buy now, across the current phase and later ones (R5.018). */
export function cardQuote(
  token: Token,
  amount: bigint,
  rates: Pick<CardRates, 'coinE8' | 'synx'>,
  pricing: PresalePricing | undefined,
): CardQuote {
  const value = usdValue(amount, token.decimals, priceOf(token, rates.coinE8));
  return { value, ...allot(value, stockOf(rates, pricing)) };
}

/**
 * The remaining stock of each phase from the current one on; before the first answer the whole first phase is assumed.
 */
export function stockOf(rates: Pick<CardRates, 'synx'>, pricing: PresalePricing | undefined): PhaseStock[] {
  const phase = pricing?.phase ?? 1;
  const supply = PHASES.find((entry) => entry.phase === phase)?.supply ?? 0n;
  const remaining = parseDecimal(pricing?.tokensRemaining ?? '', 0) ?? supply;
  const later = PHASES.filter((entry) => entry.phase > phase).map((entry) => ({
    phase: entry.phase,
    priceMicroUsd: entry.priceMicroUsd,
    remaining: entry.supply,
  }));
  return [{ phase, priceMicroUsd: toUnits(rates.synx, 6), remaining }, ...later];
}

/** Whether a stand-in price is shown, which displays and never sells (decision 6). */
export function isIndicative({ rates, token }: { readonly rates: CardRates; readonly token: Token }): boolean {
  return !rates.synxLive || (token.pricing === 'feed' && !rates.coinLive);
}
