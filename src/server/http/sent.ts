import type { FastifyReply } from 'fastify';

/** For routes that send their body themselves, whose types still expect one. */
export function sent(reply: FastifyReply | Promise<FastifyReply>): never {
  return reply as never;
}
