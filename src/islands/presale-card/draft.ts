import { type ChainId, DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import { PURCHASE_DRAFT } from '#src/config/storage-keys.ts';
import { paymentOptions, type TokenSymbol } from '#src/config/tokens.ts';
import { cleanAmountInput } from '#src/lib/money/amount-input.ts';

export interface Draft {
  readonly chainId: ChainId;
  readonly symbol: TokenSymbol;
  /** As typed: digits and at most one dot. */
  readonly amount: string;
  /** Parts of the typed text that are not in the amount: the purchase waits until the visitor has changed it. */
  readonly leftOut: readonly string[];
}

/** The form's state before a reload (decision 23); `chainId` is the site's selected network if nothing is stored. */
export function readDraft(chainId: ChainId = DEFAULT_CHAIN_ID): Draft {
  const fresh = freshDraft(chainId);
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PURCHASE_DRAFT) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return fresh;
    const { chainId: chain, symbol, amount, leftOut } = stored as Record<string, unknown>;
    // A network selected elsewhere since then wins: the old token belongs to the old one.
    if (!isChainId(chain) || chain !== chainId || typeof amount !== 'string') return fresh;
    const token = paymentOptions(chain).find((option) => option.symbol === symbol);
    return token === undefined
      ? fresh
      : {
          ...fresh,
          symbol: token.symbol,
          amount: cleanAmountInput(amount, token.decimals),
          leftOut: Array.isArray(leftOut) ? leftOut.map(String) : [],
        };
  } catch {
    return fresh;
  }
}

/** An empty form for a chain, with the chain's native coin. */
export function freshDraft(chainId: ChainId): Draft {
  return { chainId, symbol: paymentOptions(chainId)[0]?.symbol ?? 'ETH', amount: '', leftOut: [] };
}

/** Keeps the form for a reload; a browser without storage merely loses it. */
export function storeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(PURCHASE_DRAFT, JSON.stringify(draft));
  } catch {
    // Private windows may refuse storage.
  }
}
