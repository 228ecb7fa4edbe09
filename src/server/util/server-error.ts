/** The base of every error that the server throws on purpose. Any other error is a fault and is logged as one. */
export abstract class ServerError extends Error {
  /** Says what went wrong to code, as the message does to people. */
  abstract readonly code: string;
  /** Whether the same may work later although nobody has changed anything. */
  readonly retryable: boolean = false;
}
