import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNSTORED } from '#src/config/security-headers.ts';
import { cached } from '../../util/cached.ts';

const UNSTORED_HEADERS = { 'cache-control': UNSTORED };

export interface PublicRead {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * A public answer that is the same for everybody: loaded and serialized once per window, with an ETag and the headers
 * that let a CDN answer in our place (docs/architecture.md, "Beyond one machine").
 */
export function publicRead(load: () => Promise<unknown>, seconds: number, now: () => number): PublicRead {
  const answer = cached(
    async () => {
      const body = JSON.stringify(await load());
      return { body, etag: etagOf(body) };
    },
    seconds * 1000,
    now,
  );
  // Browsers ask again every time (they would apply `stale-while-revalidate` themselves); a CDN answers the crowd.
  const headers = {
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'cdn-cache-control': `public, s-maxage=${seconds}, stale-while-revalidate=${seconds * 5}`,
  };
  return {
    send: async (request, reply) => {
      const { body, etag } = await answer.get();
      // Every further address is another entry of a cache: one that nobody needs is answered, and not stored.
      reply.headers(asksOnlyWhatIsKnown(request) ? headers : UNSTORED_HEADERS).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      return reply.type('application/json; charset=utf-8').send(body);
    },
  };
}

/**
 * An answer that is polled until it changes: the same one is not sent twice. Private to the caller's cache, which asks
 * every time.
 */
export function sendUnlessSame(request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply {
  const body = JSON.stringify(answer);
  const etag = etagOf(body);
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Whether a query consists of parameters that its route has, each once. */
function asksOnlyWhatIsKnown({ url, routeOptions }: FastifyRequest): boolean {
  const start = url.indexOf('?');
  if (start === -1) return true;
  const given = [...new URLSearchParams(url.slice(start + 1)).keys()];
  const { shape = {} } = (routeOptions.schema?.querystring ?? {}) as { readonly shape?: object };
  return given.every((name) => Object.hasOwn(shape, name)) && new Set(given).size === given.length;
}

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}
