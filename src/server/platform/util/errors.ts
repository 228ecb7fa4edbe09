import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';

/** The base of every error that the server throws on purpose. Any other error is a bug and is logged as one. */
export abstract class ServerError extends Error {
  /** Identifies the error to code; the message is for people. */
  abstract readonly code: string;
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean = false;
}

/** Too many requests, and every temporary outage. */
const RETRYABLE: ReadonlySet<number> = new Set([429, 503]);

/** A refusal with one of the contract's codes; any other error becomes `internal_error`. */
export class ApiFailure extends ServerError {
  override readonly name = 'ApiFailure';
  readonly code: ApiErrorCode;
  readonly statusCode: number;
  override readonly retryable: boolean;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code].message) {
    super(message);
    this.code = code;
    this.statusCode = API_ERRORS[code].status;
    this.retryable = RETRYABLE.has(this.statusCode);
  }
}
