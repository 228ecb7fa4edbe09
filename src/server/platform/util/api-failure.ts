import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';
import { ServerError } from './server-error.ts';

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
