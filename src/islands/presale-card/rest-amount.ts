import type { Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { amountForAll } from '#src/lib/money/rest-cost.ts';
import { priceOf } from '#src/purchase/purchase-rules.ts';
import { stockOf } from './card-quote.ts';
import type { CardRates } from './rates.ts';

/**
 * Base units of a token that pay for all the sale has left at this moment; null while that is not known. Payments of
 * others that are not credited yet are not counted, by the server neither.
 */
export function restAmount(
  token: Token,
  rates: Pick<CardRates, 'coinE8' | 'synx'>,
  pricing: PresalePricing | undefined,
): bigint | null {
  return pricing === undefined
    ? null
    : amountForAll(stockOf(rates, pricing), token.decimals, priceOf(token, rates.coinE8));
}
