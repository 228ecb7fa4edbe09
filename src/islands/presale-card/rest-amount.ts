import type { Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { amountForAll } from '#src/lib/money/rest-cost.ts';
import { priceOf } from '#src/purchase/purchase-rules.ts';
import { stockOf } from './card-quote.ts';
import type { CardRates } from './rates.ts';

/**
 * Base units of a token that pay for the sale's current rest; null while that is unknown. Other buyers' uncredited
 * payments are not counted; nor does the server count them.
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
