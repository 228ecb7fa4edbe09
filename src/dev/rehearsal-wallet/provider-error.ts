/** An error of EIP-1193 or JSON-RPC with its code: 4001 refused, 4100 not authorised, 4902 unknown chain. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
