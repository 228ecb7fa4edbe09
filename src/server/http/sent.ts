import type { FastifyReply } from 'fastify';

/** For a route whose body is sent already, as a page, a file or a serialized answer: its types expect the body. */
export function sent(reply: FastifyReply | Promise<FastifyReply>): never {
  return reply as never;
}
