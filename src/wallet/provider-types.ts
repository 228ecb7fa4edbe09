import type { Payment } from '#src/chain/transfer.ts';
import type { ChainId } from '#src/config/chains.ts';

/** The part of an EIP-1193 provider that this site uses. */
export interface Provider {
  /** `params` is a list, except for wallet_watchAsset. */
  request(call: { readonly method: string; readonly params?: readonly unknown[] | object }): Promise<unknown>;
  on?(event: string, listener: (...values: never[]) => void): unknown;
  removeListener?(event: string, listener: (...values: never[]) => void): unknown;
}

/** A wallet found in the page: announced by EIP-6963, or the older window.ethereum. */
export interface WalletDetail {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string };
  readonly provider: Provider;
  /** Bridge only: ends its session. Throws if the other side cannot be told, but always removes the local session. */
  readonly end?: () => Promise<void>;
  /** Bridge only: opens its account window. */
  readonly showAccount?: () => Promise<void>;
}

/** A change made by the wallet. */
export interface ConnectionChange {
  /** Null if the wallet has ended the connection. */
  readonly account: `0x${string}` | null;
  readonly chainId: number | null;
}

/** An open connection to a wallet, of any kind. */
export interface WalletConnection {
  readonly account: `0x${string}`;
  readonly chainId: number;
  /** Answers only the methods this site needs (guard-provider.ts). */
  readonly provider: Provider;
  /**
   * Sends one payment after comparing the built call with it; returns the hash that the wallet names. The wallet may
   * sleep before that: `mayAsk` is called right before it is asked, and if it says no, or is not called, nothing was.
   */
  send(
    payment: Payment,
    options: { account: `0x${string}`; chainId: ChainId; gas: bigint; mayAsk: () => boolean },
  ): Promise<unknown>;
  /** Ends this browser's API session for the wallet; never throws. */
  end(): Promise<void>;
  /** Also ends the bridge's session; throws if that fails. */
  close(): Promise<void>;
  /** Opens the wallet provider's account window; null if it has none. */
  readonly showAccount: (() => Promise<void>) | null;
}
