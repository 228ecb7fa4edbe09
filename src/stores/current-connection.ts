import type { WalletConnection } from '#src/wallet/provider-types.ts';

let live: WalletConnection | null = null;

/** The open connection to a wallet, null while there is none; it contains functions, so it is not a store. */
export function currentConnection(): WalletConnection | null {
  return live;
}

/** Replaces the connection and returns the previous one for its owner to close. */
export function replaceConnection(next: WalletConnection | null): WalletConnection | null {
  const before = live;
  live = next;
  return before;
}

let onDoubt: (() => void) | null = null;

/** Has `listener` called when the wallet denies what the page shows of it, such as the connected account. */
export function listenForDoubt(listener: () => void): void {
  onDoubt = listener;
}

/** Has the page ask the wallet again which account and chain it is on. */
export function doubtConnection(): void {
  onDoubt?.();
}
