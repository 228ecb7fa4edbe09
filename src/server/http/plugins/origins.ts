import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Env } from '#src/server/platform/env/env.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False if answers are the same for every origin; @fastify/cors reads it but does not declare it. */
    readonly cors?: false;
  }
}

/** Only our origin and ALLOWED_ORIGINS may call with a visitor's cookie; others' writes are refused (decision 43). */
export const originsPlugin = fastifyPlugin(async (app: FastifyInstance, { env }: { env: Env }) => {
  const allowed = new Set(env.ALLOWED_ORIGINS.map((origin) => new URL(origin).origin));
  await app.register(cors, {
    origin: [...allowed],
    credentials: true,
    methods: ['GET', 'POST'],
    maxAge: 600,
    // Answers an OPTIONS that is not a preflight like one, instead of with a plain text error.
    strictPreflight: false,
  });
  const mayCall = ({ method, headers }: FastifyRequest) => {
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
    const { origin } = headers;
    if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
    return allowed.has(origin) || origin === ownOrigin(env, headers.host)?.origin;
  };
  app.addHook('onRequest', (request, _reply, done) => {
    done(mayCall(request) ? undefined : new ApiFailure('foreign_origin'));
  });
});

/** Whether another site may call with a cookie. Without the public suffixes, a site is a domain and its subdomains. */
export function servesOtherSites({ PUBLIC_ORIGIN, ALLOWED_ORIGINS }: Env): boolean {
  const own = PUBLIC_ORIGIN === undefined ? '' : new URL(PUBLIC_ORIGIN).hostname;
  return ALLOWED_ORIGINS.some((origin) => {
    const other = new URL(origin).hostname;
    return other !== own && !other.endsWith(`.${own}`) && !own.endsWith(`.${other}`);
  });
}

/** The site's own origin: PUBLIC_ORIGIN, or on a developer's machine whatever address it was opened at. */
export function ownOrigin(env: Env, host: string | undefined): URL | null {
  if (env.PUBLIC_ORIGIN !== undefined) return new URL(env.PUBLIC_ORIGIN);
  const text = `http://${host ?? ''}`;
  return env.rehearsal && URL.canParse(text) ? new URL(text) : null;
}
