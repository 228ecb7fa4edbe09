import { useStore } from '@nanostores/react';
import { usePage } from '#src/components/ui/page.tsx';
import type { ChainId } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import { type CardRates, cardRates } from '#src/purchase/offer/card-quote.ts';
import { $balances } from '#src/stores/balances.ts';
import { $prices } from '#src/stores/presale.ts';
import type { LaterCardProps } from './card-props.ts';
import { aboutFee } from './network-fee.ts';
import type { CardModel } from './use-card.ts';

/** The card's prices for any network, not just for the one in its form. */
export function useRates({ pricing, config }: Pick<CardModel, 'pricing' | 'config'>): (chainId: ChainId) => CardRates {
  const { data: prices } = useStore($prices);
  return (chainId) => cardRates(chainId, pricing.data, prices, config);
}

/** A sentence on what the network takes for a payment of a token; null while the price of gas there is not known. */
export function useFees(card: Pick<CardModel, 'pricing' | 'config'>): (token: Token) => string | null {
  const { t, tag } = usePage<LaterCardProps>();
  const known = useStore($balances);
  const ratesOf = useRates(card);
  return (token) => {
    const fee = aboutFee(token, known[`${token.chainId}:gas`], ratesOf(token.chainId), tag);
    return fee === null ? null : t(fee.key, { amount: fee.amount });
  };
}
