import type { WalletConnection } from '#src/wallet/provider-types.ts';

let live: WalletConnection | null = null;

/** The open connection to a wallet, null while there is none; it holds functions, so it is no store. */
export function currentConnection(): WalletConnection | null {
  return live;
}

/** Puts a connection in place of the one before, which is returned for its owner to close. */
export function replaceConnection(next: WalletConnection | null): WalletConnection | null {
  const before = live;
  live = next;
  return before;
}
