/** The base of every error that the server throws on purpose. Any other error is a bug and is logged as one. */
export abstract class ServerError extends Error {
  /** Identifies the error to code; the message is for people. */
  abstract readonly code: string;
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean = false;
}
