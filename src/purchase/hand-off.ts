import { type ChainId, isChainId } from '#src/config/chains.ts';
import { PURCHASE_DRAFT } from '#src/config/storage-keys.ts';
import { findToken, type Token, type TokenSymbol } from '#src/config/tokens.ts';
import { cleanAmountInput } from '#src/lib/money/amount-input.ts';
import { selectNetwork } from '#src/stores/wallet-state.ts';

/** The purchase that a link carries from a phone to a computer; it says nothing about the visitor or a wallet. */
export interface HandOff {
  readonly token: Token;
  /** As typed: digits and at most one dot; empty if nothing was typed. */
  readonly amount: string;
}

/** This page's address for another device, with the choice after `#`, and no query, which may name a wallet. */
export function handOffLink({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>, kept = keptForm()): string {
  const page = `${origin}${pathname}`;
  if (kept === null) return page;
  const { token, amount } = kept;
  return `${page}#buy=${token.chainId}-${token.symbol}${amount === '' ? '' : `-${amount}`}`;
}

/** The purchase after the `#` of an address; null if it is not one or names no accepted token. */
export function readHandOff(hash: string): HandOff | null {
  const [, chain, symbol, amount = ''] = /^#buy=(\d{1,9})-([A-Z0-9]{1,10})(?:-([\d.]{1,40}))?$/.exec(hash) ?? [];
  return symbol === undefined ? null : checked(Number(chain), symbol, amount);
}

/** The state of the card's form. */
export interface Draft {
  readonly chainId: ChainId;
  readonly symbol: TokenSymbol;
  /** As typed: digits and at most one dot. */
  readonly amount: string;
  /** Parts of the typed text that are not in the amount: the visitor must change it before buying. */
  readonly leftOut: readonly string[];
}

/** Fills the form from the page's address, and then leaves only the card in it; ignores other addresses. */
export function takeHandOff(fillIn: (draft: Draft) => void): void {
  const handed = readHandOff(location.hash);
  if (handed === null) return;
  const { token, amount } = handed;
  selectNetwork(token.chainId);
  fillIn({ chainId: token.chainId, symbol: token.symbol, amount, leftOut: [] });
  history.replaceState(null, '', '#presale');
  document.getElementById('presale')?.scrollIntoView();
}

/** The choice in this page's card, which survives a reload; null while it is still the default. */
function keptForm(): HandOff | null {
  if (document.getElementById('presale') === null) return null;
  try {
    const form = JSON.parse(sessionStorage.getItem(PURCHASE_DRAFT) ?? '{}') as Record<string, unknown>;
    const kept = checked(Number(form.chainId), String(form.symbol), isWhole(form) ? String(form.amount ?? '') : '');
    return kept?.amount === '' && kept.token.chainId === 1 && kept.token.address === null ? null : kept;
  } catch {
    return null;
  }
}

/** Whether the whole typed text is in the amount: we do not pass on a text that the visitor still has to change. */
function isWhole({ leftOut }: Record<string, unknown>): boolean {
  return !Array.isArray(leftOut) || leftOut.length === 0;
}

function checked(chainId: number, symbol: string, amount: string): HandOff | null {
  const token = isChainId(chainId) ? findToken(chainId, symbol as Token['symbol']) : undefined;
  return token?.accepted ? { token, amount: cleanAmountInput(amount, token.decimals) } : null;
}
