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
}
