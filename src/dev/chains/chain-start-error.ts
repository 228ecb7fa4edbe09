export type ChainStartCode = 'port-taken' | 'state-damaged' | 'failed';

/** `port-taken`: by another program. `state-damaged`: the caller sets state and data aside. `failed`: anything else. */
export class ChainStartError extends Error {
  override readonly name = 'ChainStartError';
  readonly code: ChainStartCode;

  constructor(code: ChainStartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
