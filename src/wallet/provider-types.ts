/** The part of an EIP-1193 provider that this site uses. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (...values: never[]) => void): unknown;
  removeListener?(event: string, listener: (...values: never[]) => void): unknown;
}

/** A wallet found in the page: announced by EIP-6963, or the older window.ethereum. */
export interface WalletDetail {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string; readonly rdns: string };
  readonly provider: Provider;
  /**
   * The bridge alone: ends its session. Throws where the other side cannot be told; what is stored here is gone all the
   * same.
   */
  readonly end?: () => Promise<void>;
  /** The bridge alone: opens its account window. */
  readonly showAccount?: () => Promise<void>;
}
