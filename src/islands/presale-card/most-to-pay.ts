import { maxAmount } from '#src/purchase/purchase-rules.ts';
import { restAmount } from './rest-amount.ts';
import type { CardModel } from './use-card.ts';

/** What pays for the rest of the sale, in base units; null while a price is missing. */
export function saleRest({ token, rates, pricing }: Pick<CardModel, 'token' | 'rates' | 'pricing'>): bigint | null {
  return token.pricing === 'dollar' || rates.coinLive ? restAmount(token, rates, pricing.data) : null;
}

/** The amount that MAX fills in, in base units: the wallet's, or less if the sale has less (decision 18). */
export function mostToPay(card: Pick<CardModel, 'token' | 'rates' | 'pricing'>, balance: bigint): bigint {
  const most = maxAmount(card.token, balance);
  const rest = saleRest(card);
  return rest !== null && rest < most ? rest : most;
}
