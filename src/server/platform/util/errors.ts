import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';

/** A refusal with one of the contract's codes; any other error becomes `internal_error`. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ApiErrorCode;
  readonly statusCode: number;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code].message) {
    super(message);
    this.code = code;
    this.statusCode = API_ERRORS[code].status;
  }
}
