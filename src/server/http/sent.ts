import type { FastifyReply } from 'fastify';

/**
 * For routes that send their body themselves, as a page, a file or a serialized answer: their types still expect a
 * body.
 */
export function sent(reply: FastifyReply | Promise<FastifyReply>): never {
  return reply as never;
}
