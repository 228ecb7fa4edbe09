import type { ChainId } from '#src/config/chains.ts';
import { readHandOff } from '#src/purchase/hand-off.ts';
import { selectNetwork } from '#src/stores/wallet-state.ts';
import type { Draft } from './draft.ts';

/** Fills the form with the purchase in the page's address, which then names only the card; ignores other addresses. */
export function takeHandOff(fillIn: (draft: Draft) => void): void {
  const handed = readHandOff(location.hash);
  if (handed === null) return;
  const chainId: ChainId = handed.token.chainId;
  selectNetwork(chainId);
  fillIn({ chainId, symbol: handed.token.symbol, amount: handed.amount, leftOut: [] });
  history.replaceState(null, '', '#presale');
  document.getElementById('presale')?.scrollIntoView();
}
