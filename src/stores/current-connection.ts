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
