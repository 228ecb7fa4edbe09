import type { ChainId } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import type { Offer, PresalePricing } from '#src/contract/presale.ts';
import type { PurchaseState } from '#src/purchase/purchase-state.ts';

export type ButtonState =
  | 'soldOut'
  | 'closed'
  | 'paused'
  | 'off'
  | 'connect'
  | 'connecting'
  | 'waiting'
  | 'recording'
  | 'waitingPrice'
  | 'waitingNetwork'
  | 'notOffered'
  | 'wrongNetwork'
  | 'unclear'
  | 'insufficient'
  | 'purchase';

export interface ButtonInput {
  readonly pricing: PresalePricing | undefined;
  readonly token: Token;
  readonly synxLive: boolean;
  readonly coinLive: boolean;
  /** False when the API names a payment address other than the one compiled in, or has withdrawn this build. */
  readonly trusted: boolean;
  readonly wallet: 'disconnected' | 'connecting' | 'connected';
  readonly walletChainId: number | null;
  readonly chainId: ChainId;
  readonly stage: PurchaseState['stage'];
  /** True when the amount exceeds the known balance. */
  readonly insufficient: boolean;
  /** True when a part of the typed text is not in the amount. */
  readonly isUnclear: boolean;
  readonly debugMode: boolean;
}

/**
 * The purchase button's label and action; a running purchase takes precedence over everything that could change
 * meanwhile.
 */
export function buttonState(input: ButtonInput): ButtonState {
  const { pricing, token, stage, wallet } = input;
  if (stage === 'waiting' || stage === 'recording') return stage;
  if (!input.trusted) return 'off';
  if (pricing?.saleStatus === 'sold-out') return 'soldOut';
  if (pricing?.saleStatus === 'closed' || pricing?.saleStatus === 'paused') return pricing.saleStatus;
  if (wallet !== 'connected') return wallet === 'connecting' ? 'connecting' : 'connect';
  if (!input.synxLive || (token.pricing === 'feed' && !input.coinLive)) return 'waitingPrice';
  const offer = offerOf(input);
  // These two reasons resolve without the visitor: a price is read again, a network answers and advances again.
  if (offer?.reason === 'price-stale') return 'waitingPrice';
  if (offer?.reason === 'chain-unreachable') return 'waitingNetwork';
  if (offer?.offered !== true) return 'notOffered';
  if (!input.debugMode && input.walletChainId !== input.chainId) return 'wrongNetwork';
  if (input.isUnclear) return 'unclear';
  if (input.insufficient) return 'insufficient';
  return 'purchase';
}

function offerOf({ pricing, chainId, token }: ButtonInput): Offer | undefined {
  return pricing?.offers.find((entry) => entry.chainId === chainId && entry.paymentMethod === token.symbol);
}

const PRESSABLE: readonly ButtonState[] = ['connect', 'wrongNetwork', 'purchase'];

/** Tells whether the purchase button can be pressed in this state. */
export function isPressable(state: ButtonState): boolean {
  return PRESSABLE.includes(state);
}
