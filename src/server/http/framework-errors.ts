import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNSTORED } from '#src/config/security-headers.ts';
import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'cache-control': UNSTORED,
} as const;
const CLIENT_STATUS: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers an invalid URL in the contract's shape: Fastify runs no hook or error handler for it. */
export function answerBadAddress(_error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).headers(HEADERS).type('application/json').send(bodyOf('not_found'));
}

/** Answers bytes that are not an HTTP request, endless headers and requests that never finish. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = CLIENT_STATUS[error.code ?? ''] ?? 400;
  const body = bodyOf('invalid_request');
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ].join('\r\n');
  socket.write(`${head}\r\n\r\n${body}`);
  socket.destroySoon();
}

function bodyOf(code: ApiErrorCode): string {
  return JSON.stringify({ code, message: API_ERRORS[code].message });
}
