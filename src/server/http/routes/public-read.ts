import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { UNSTORED } from '#src/config/security-headers.ts';
import { cached } from '#src/server/platform/util/caches.ts';
import type { ApiApp } from '../api-app.ts';
import { sent } from '../sent.ts';

const UNSTORED_HEADERS = { 'cache-control': UNSTORED };

export interface PublicRead {
  /** Sends the answer; a promise, which costs time, only while it is not loaded. `never`: the body is sent already. */
  send(request: FastifyRequest, reply: FastifyReply): never;
}

/** An answer, ready to send. */
interface Ready {
  readonly body: string;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer alike for everybody, made once per window, with the headers for a CDN (docs/server.md). */
export function publicRead<Schema extends z.ZodType>(
  schema: Schema,
  load: () => Promise<z.input<Schema>>,
  seconds: number,
  now: () => number,
): PublicRead {
  // Browsers ask again every time (they would apply `stale-while-revalidate` themselves); a CDN answers the crowd.
  const headers = {
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'cdn-cache-control': `public, s-maxage=${seconds}, stale-while-revalidate=${seconds * 5}`,
  };
  const answer = cached(
    async (): Promise<Ready> => {
      const body = JSON.stringify(schema.parse(await load()));
      const etag = etagOf(body);
      return { body, etag, headers: { ...headers, etag } };
    },
    seconds * 1000,
    now,
  );
  return {
    send: (request, reply) => {
      const ready = answer.ready();
      if (ready === undefined) return sent(answer.get().then((loaded) => sendReady(request, reply, loaded)));
      return sent(sendReady(request, reply, ready));
    },
  };
}

/** Registers a call with such an answer; its description, from callsOf(), names the schema. */
export function publicCall<Schema extends z.ZodType>(
  app: ApiApp,
  url: string,
  described: { readonly schema: { readonly response: { readonly 200: Schema } } },
  read: { readonly load: () => Promise<z.input<Schema>>; readonly seconds: number; readonly now: () => number },
): void {
  const { send } = publicRead(described.schema.response[200], read.load, read.seconds, read.now);
  app.get(url, described, (request, reply) => send(request, reply));
}

function sendReady(request: FastifyRequest, reply: FastifyReply, { body, etag, headers }: Ready): FastifyReply {
  // Every further address would be another cache entry: we answer needless ones, but they are not stored.
  reply.headers(asksOnlyWhatIsKnown(request) ? headers : { ...UNSTORED_HEADERS, etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/** An answer that clients poll until it changes: an unchanged one is not sent again, and only the caller caches it. */
export function sendUnlessSame(request: FastifyRequest, reply: FastifyReply, answer: object): never {
  const body = JSON.stringify(answer);
  const etag = etagOf(body);
  reply.header('cache-control', 'private, no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return sent(reply.status(304).send());
  return sent(reply.type('application/json; charset=utf-8').send(body));
}

/** Whether a query has only parameters that the route knows, each once. */
function asksOnlyWhatIsKnown(request: FastifyRequest): boolean {
  const { url } = request;
  const start = url.indexOf('?');
  if (start === -1) return true;
  const given = [...new URLSearchParams(url.slice(start + 1)).keys()];
  const { shape = {} } = (request.routeOptions.schema?.querystring ?? {}) as { readonly shape?: object };
  return given.every((name) => Object.hasOwn(shape, name)) && new Set(given).size === given.length;
}

function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}
