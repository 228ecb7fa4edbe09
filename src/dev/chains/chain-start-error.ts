export type ChainStartCode = 'port-taken' | 'state-damaged' | 'failed';

/**
 * A local chain did not start. `port-taken`: another program listens there. `state-damaged`: its state file cannot be
 * loaded, and a caller that keeps data next to it sets both aside. `failed`: anything else, explained by the message.
 */
export class ChainStartError extends Error {
  override readonly name = 'ChainStartError';
  readonly code: ChainStartCode;

  constructor(code: ChainStartCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
