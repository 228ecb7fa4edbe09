import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { UNSTORED } from '#src/config/security-headers.ts';
import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';
import { ChainDisputeError, ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';

const FIELD_CODES: Readonly<Record<string, ApiErrorCode>> = {
  walletAddress: 'invalid_wallet_address',
  wallet: 'invalid_wallet_address',
  userWallet: 'invalid_wallet_address',
  transactionHash: 'invalid_transaction_hash',
  hash: 'invalid_transaction_hash',
  amount: 'invalid_amount',
  email: 'invalid_email',
};

const FRAMEWORK_CODES: Readonly<Record<string, ApiErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
};

/** Turns every error into `{code, message}`: sends nothing internal, and logs everything unexpected. */
export const errorsPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | ApiFailure, request, reply) => {
    const failure = isCutShort(error, request) ? new ApiFailure('invalid_request') : toFailure(error);
    const isOurs = failure.statusCode >= 500;
    if (isOurs) request.log.error({ err: error, requestId: request.id }, failure.code);
    if (failure.statusCode === 503) void reply.header('retry-after', '5');
    if (failure.statusCode === 429 && !reply.hasHeader('retry-after')) void reply.header('retry-after', '60');
    return reply
      .removeHeader('cdn-cache-control')
      .header('cache-control', UNSTORED)
      .header('x-request-id', request.id)
      .status(failure.statusCode)
      .type('application/json')
      .send({ code: failure.code, message: failure.message, ...(isOurs && { requestId: request.id }) });
  });
});

/** The caller closed the connection in the middle of the body, so nothing of ours failed. */
function isCutShort(error: FastifyError | ApiFailure, { raw, body }: FastifyRequest): boolean {
  return body === undefined && raw.readableAborted && error.code === 'ECONNRESET';
}

function toFailure(error: FastifyError | ApiFailure): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const path = issue?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? '';
    const code = FIELD_CODES[path] ?? 'invalid_request';
    if (code !== 'invalid_request') return new ApiFailure(code);
    return new ApiFailure(
      code,
      `${API_ERRORS.invalid_request.message} ${path === '' ? 'body' : path}: ${issue?.message ?? 'not valid'}`,
    );
  }
  const code = FRAMEWORK_CODES[error.code];
  if (code !== undefined) return new ApiFailure(code);
  if (error.statusCode === 429) return new ApiFailure('rate_limited');
  if (error instanceof ChainUnavailableError || error instanceof ChainDisputeError)
    return new ApiFailure('chain_unavailable');
  if (isStorageOutage(error)) return new ApiFailure('storage_unavailable');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ApiFailure('invalid_request');
  return new ApiFailure('internal_error');
}
