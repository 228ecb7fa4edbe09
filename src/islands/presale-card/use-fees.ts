import { useStore } from '@nanostores/react';
import type { ChainId } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { $balances } from '#src/stores/balances.ts';
import { $prices } from '#src/stores/presale.ts';
import { type CardRates, cardRates } from './card-quote.ts';
import { type AboutFee, aboutFee } from './network-fee.ts';
import type { CardModel } from './use-card.ts';

/** The card's prices for any network, not just for the one in its form. */
export function useRates({ pricing, config }: Pick<CardModel, 'pricing' | 'config'>): (chainId: ChainId) => CardRates {
  const { data: prices } = useStore($prices);
  return (chainId) => cardRates(chainId, pricing.data, prices, config);
}

interface FeeProps {
  readonly t: TextOf<AboutFee['key']>;
  readonly tag: string;
  readonly card: Pick<CardModel, 'pricing' | 'config'>;
}

/** A sentence on what the network takes for a payment of a token; null while the price of gas there is not known. */
export function useFees({ t, tag, card }: FeeProps): (token: Token) => string | null {
  const known = useStore($balances);
  const ratesOf = useRates(card);
  return (token) => {
    const fee = aboutFee(token, known[`${token.chainId}:gas`], ratesOf(token.chainId), tag);
    return fee === null ? null : t(fee.key, { amount: fee.amount });
  };
}
