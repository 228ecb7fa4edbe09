import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { SELECTOR_RULES } from '#src/config/limits.ts';

/** The chain after a horizontal swipe of `pixels` in the page's `direction`; the same after a short one. */
export function swipeChain(chainId: ChainId, pixels: number, direction: string): ChainId {
  if (Math.abs(pixels) <= SELECTOR_RULES.swipePx) return chainId;
  const forward = pixels < 0 === (direction !== 'rtl');
  return CHAIN_IDS[CHAIN_IDS.indexOf(chainId) + (forward ? 1 : -1)] ?? chainId;
}
